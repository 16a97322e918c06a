import { DeleteOutlined, LoginOutlined } from '@ant-design/icons';
import { LoginLogQuery, type LoginLogRow } from '@jadegate/contract/login-log';
import { Button, theme, Tooltip } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { DeniedState } from '../../components/DeniedState.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { isDenied } from '../../components/failure.ts';
import { ListView } from '../../components/list/ListView.tsx';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { SelectionBar } from '../../components/list/SelectionBar.tsx';
import { useList } from '../../components/list/useList.ts';
import { useSelection } from '../../components/list/useSelection.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useCan } from '../../hooks/account.ts';
import { ClearLoginLogButton } from './ClearLoginLogButton.tsx';
import { loginLogColumns } from './login-log.columns.tsx';
import { loginLogsQuery } from './login-log.queries.ts';
import { LoginLogOverlays } from './LoginLogOverlays.tsx';
import { LoginLogRowActions } from './LoginLogRowActions.tsx';
import { useLoginLogOverlays } from './useLoginLogOverlays.ts';

import styles from './LoginLogList.module.css';

const nameOf = ({ username, loginTime }: LoginLogRow) => `${username} ${loginTime}`;

/** The list with its two text filters, which the shared list page does not have. */
export function LoginLogList() {
  const { t } = useTranslation('login-log');
  const { token } = theme.useToken();
  const can = useCan();
  const ticks = useSelection<LoginLogRow>();
  const selection = can('login-log-del') ? ticks : undefined;
  const overlays = useLoginLogOverlays();
  const { ending, removal } = overlays;
  const { state, result, selectAll } = useList({ schema: LoginLogQuery, read: loginLogsQuery, selection });
  const { data, error, isFetching, refetch } = result;

  const columns = useMemo(
    () =>
      loginLogColumns(t, (row) => (
        <LoginLogRowActions row={row} onEnd={ending.open} onDelete={removal.open} />
      )),
    [t, ending.open, removal.open],
  );
  const isAllLive = ticks.rows.every(({ live }) => live);
  const title = t('title.list');
  const description = t('title.description');

  if (data === undefined && isDenied(error)) {
    return <DeniedState />;
  }
  if (data === undefined && error !== null) {
    return (
      <>
        <PageHeader title={title} description={description} />
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </>
    );
  }
  if (data?.total === 0 && !state.isFiltered) {
    return (
      <>
        <PageHeader title={title} description={description} />
        <EmptyState
          icon={<LoginOutlined aria-hidden />}
          title={t('empty.title')}
          description={t('empty.help')}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        action={<ClearLoginLogButton onCleared={ticks.clear} />}
      />
      <div className={styles.list} style={{ gap: `${token.margin}px ${token.marginXS}px` }}>
        {/* Before the list's own search box, which takes the slash key. */}
        <div className={styles.address}>
          <SearchBox
            value={state.query.clientIp ?? ''}
            placeholder={t('placeholder.clientIp')}
            onSearch={(text) => state.update({ clientIp: text || undefined }, { replace: true })}
          />
        </div>
        <ListView
          name="login-log"
          columns={columns}
          nameOf={nameOf}
          search={{ name: 'username', placeholder: t('placeholder.username') }}
          filters={[
            {
              name: 'state',
              label: t('field.state'),
              options: (['1', '0'] as const).map((value) => ({ value, label: t(`state.${value}`) })),
            },
          ]}
          selection={selection}
          state={state}
          result={result}
        />
      </div>
      {selection !== undefined && selection.ids.length > 0 && (
        <SelectionBar
          count={selection.ids.length}
          total={data?.total ?? 0}
          selectable={selectAll.selectable}
          isSelectingAll={selectAll.isRunning}
          onSelectAll={selectAll.run}
          onClear={selection.clear}
        >
          <Tooltip title={isAllLive ? t('help.live') : undefined}>
            <span>
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                disabled={isAllLive}
                onClick={() => removal.open(selection.rows)}
              >
                {t('action.delete')}
              </Button>
            </span>
          </Tooltip>
        </SelectionBar>
      )}
      <LoginLogOverlays overlays={overlays} onDeleted={ticks.clear} />
    </>
  );
}
