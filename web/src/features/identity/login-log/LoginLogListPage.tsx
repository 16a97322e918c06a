import { LoginOutlined } from '@ant-design/icons';
import { LoginLogQuery, type LoginLogRow } from '@jadegate/contract/identity/login-log';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { ClearMenu } from '../../../components/ClearMenu.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { loginLogColumns } from './login-log.columns.tsx';
import { loginLogsQuery, useClearLoginLogs } from './login-log.queries.ts';
import type { LoginLogTargets } from './LoginLogOverlays.tsx';
import { LoginLogRowActions } from './LoginLogRowActions.tsx';

const LoginLogOverlays = lazyOverlays(async () => (await import('./LoginLogOverlays.tsx')).LoginLogOverlays);

const STATES = ['1', '0'] as const;

/** The login log: who signed in, from where, and who tried. */
export function LoginLogListPage() {
  const { t } = useTranslation('login-log');
  const can = useCan();
  const selection = useSelection<LoginLogRow>();
  const overlays = useOverlays<LoginLogTargets>();
  const { open } = overlays;
  const clear = useClearLoginLogs();

  const columns = useMemo(
    () => loginLogColumns(t, (row) => <LoginLogRowActions row={row} open={open} />),
    [t, open],
  );
  const isAllLive = selection.rows.every(({ live }) => live);

  return (
    <>
      <ListPage
        name="login-log"
        title={t('title.list')}
        description={t('title.description')}
        access={['login-log']}
        schema={LoginLogQuery}
        read={loginLogsQuery}
        columns={columns}
        nameOf={({ username, loginTime }) => `${username} ${loginTime}`}
        search={{ kind: 'person', name: 'username', placeholder: t('placeholder.username') }}
        filters={[
          { kind: 'text', name: 'clientIp', label: t('placeholder.clientIp') },
          {
            name: 'state',
            label: t('field.state'),
            options: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          },
          { kind: 'range', names: ['from', 'to'], labels: [t('field.from'), t('field.to')] },
        ]}
        action={
          <ClearMenu
            access="login-log-clear"
            words="login-log"
            clear={clear.mutateAsync}
            onCleared={selection.clear}
          />
        }
        selection={can('login-log-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton
            label={t('action.delete')}
            refusal={isAllLive ? t('help.live') : undefined}
            onClick={() => open('removal', selection.rows)}
          />
        }
        empty={{
          icon: <LoginOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
          action: null,
        }}
      />
      <LoginLogOverlays overlays={overlays} onDone={selection.clear} />
    </>
  );
}
