import { LoginOutlined } from '@ant-design/icons';
import { LoginLogQuery } from '@jadegate/contract/identity/login-log';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { ClearMenu } from '../../../components/ClearMenu.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
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
  const overlays = useOverlays<LoginLogTargets>();
  const { open } = overlays;
  const clear = useClearLoginLogs();

  const columns = useMemo(
    () => loginLogColumns(t, (row) => <LoginLogRowActions row={row} open={open} />),
    [t, open],
  );

  return (
    <RecordListPage
      words="login-log"
      menu="login-log"
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
      renderWhole={(onDone) => (
        <ClearMenu access="login-log-clear" words="login-log" clear={clear.mutateAsync} onCleared={onDone} />
      )}
      tickAccess={['login-log-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton
          label={t('action.delete')}
          refusal={rows.every(({ live }) => live) ? t('help.live') : undefined}
          onClick={() => open('removal', rows)}
        />
      )}
      icon={<LoginOutlined aria-hidden />}
      renderOverlays={(onDone) => <LoginLogOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
