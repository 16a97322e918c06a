import type { OwnLogin } from '@jadegate/contract/identity/own-login';
import { useQuery } from '@tanstack/react-query';
import { App, Flex, theme, type TableColumnType } from 'antd';
import { Trans, useTranslation } from 'react-i18next';

import { BrowserName } from '../../../components/BrowserName.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { ownLoginsQuery, useEndOtherLogins, useEndOwnLogin } from './account.queries.ts';
import { FactorWindowList } from './FactorWindowList.tsx';

/** Where one is signed in, and the way out of everywhere else. */
export function OwnLoginTab() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const { data, error, refetch, isFetching } = useQuery(ownLoginsQuery());
  const endOthers = useEndOtherLogins();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const others = data.filter(({ current }) => !current).length;
  return (
    <Flex vertical gap={token.margin}>
      <Flex justify="space-between" align="flex-start" gap={token.margin} wrap>
        <div style={{ flex: 1, minWidth: 260, maxWidth: 720, color: token.colorTextSecondary }}>
          {t('help.logins')}
        </div>
        <ConfirmButton
          disabled={others === 0}
          title={t('confirm.endOthers.title')}
          consequence={t('confirm.endOthers.help', { count: others })}
          confirmLabel={t('action.endOthers')}
          onConfirm={async () => {
            await endOthers.mutateAsync(undefined);
            void message.success(t('message.othersEnded'));
          }}
        >
          {t('action.endOthers')}
        </ConfirmButton>
      </Flex>
      <OwnLoginTable rows={data} />
      <FactorWindowList />
    </Flex>
  );
}

function OwnLoginTable({ rows }: { rows: readonly OwnLogin[] }) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const end = useEndOwnLogin();
  const columns: TableColumnType<OwnLogin>[] = [
    {
      key: 'device',
      title: t('field.device'),
      render: (_value, row) => (
        <Flex vertical>
          <BrowserName agent={row.userAgent} unknown={t('login.unknown')} />
          {row.door === 'ssh' && <span>{t('login.sshClient')}</span>}
        </Flex>
      ),
    },
    { key: 'address', title: t('field.address'), render: (_value, row) => <Mono text={row.address} /> },
    {
      key: 'created',
      title: t('field.loginTime'),
      render: (_value, row) => <TimeText value={row.created} />,
    },
    { key: 'seen', title: t('field.lastSeen'), render: (_value, row) => <TimeText value={row.lastSeen} /> },
    {
      key: 'expires',
      title: t('field.loginExpires'),
      render: (_value, row) => (
        <Flex vertical>
          <TimeText value={row.expires} />
          <span>
            <Trans
              ns="account"
              i18nKey={row.remembered ? 'login.endsRemembered' : 'login.ends'}
              components={{ time: <TimeText value={row.ends} variant="exact" /> }}
            />
          </span>
        </Flex>
      ),
    },
    {
      key: 'actions',
      title: t('field.actions'),
      width: 140,
      render: (_value, row) =>
        row.current ? (
          <StatusTag tone="success">{t('login.current')}</StatusTag>
        ) : (
          <ConfirmButton
            size="small"
            title={t('confirm.endLogin.title')}
            consequence={t('confirm.endLogin.help', { address: row.address })}
            confirmLabel={t('action.endLogin')}
            onConfirm={async () => {
              await end.mutateAsync(row.id);
              void message.success(t('message.loginEnded'));
            }}
          >
            {t('action.endLogin')}
          </ConfirmButton>
        ),
    },
  ];
  return <SmallTable<OwnLogin> columns={columns} dataSource={[...rows]} />;
}
