import { ScheduleOutlined } from '@ant-design/icons';
import { LoginPolicyQuery } from '@jadegate/contract/identity/login-policy';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { loginPolicyColumns } from './login-policy.columns.tsx';
import { loginPoliciesQuery } from './login-policy.queries.ts';
import type { LoginPolicyTargets } from './LoginPolicyOverlays.tsx';

const LoginPolicyOverlays = lazyOverlays(
  async () => (await import('./LoginPolicyOverlays.tsx')).LoginPolicyOverlays,
);

/** Who may sign in from where and when. */
export function LoginPolicyListPage() {
  const { t } = useTranslation('login-policy');
  const overlays = useOverlays<LoginPolicyTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () =>
      loginPolicyColumns(t, (row) => (
        <EditDeleteActions
          words="login-policy"
          name={row.name}
          edit={{ access: 'login-policy-edit', onClick: () => open('form', row.id) }}
          remove={{ access: 'login-policy-del', onClick: () => open('removal', [row]) }}
        />
      )),
    [t, open],
  );

  return (
    <RecordListPage
      words="login-policy"
      menu="login-policy"
      manual="access"
      schema={LoginPolicyQuery}
      read={loginPoliciesQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      action={
        <CreateButton access="login-policy-add" label={t('action.create')} onClick={() => open('form')} />
      }
      tickAccess={['login-policy-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<ScheduleOutlined aria-hidden />}
      renderOverlays={(onDone) => <LoginPolicyOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
