import { ScheduleOutlined } from '@ant-design/icons';
import { LoginPolicyQuery, type LoginPolicyRow } from '@jadegate/contract/identity/login-policy';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { loginPolicyColumns } from './login-policy.columns.tsx';
import { loginPoliciesQuery } from './login-policy.queries.ts';
import { LoginPolicyRowActions } from './LoginPolicyRowActions.tsx';
import { useLoginPolicyOverlays } from './useLoginPolicyOverlays.ts';

const LoginPolicyOverlays = lazyOverlays(
  async () => (await import('./LoginPolicyOverlays.tsx')).LoginPolicyOverlays,
);

/** Who may sign in from where and when. */
export function LoginPolicyListPage() {
  const { t } = useTranslation('login-policy');
  const can = useCan();
  const selection = useSelection<LoginPolicyRow>();
  const overlays = useLoginPolicyOverlays();
  const { form, removal } = overlays;

  const columns = useMemo(
    () =>
      loginPolicyColumns(t, (row) => (
        <LoginPolicyRowActions row={row} onEdit={form.open} onDelete={removal.open} />
      )),
    [t, form.open, removal.open],
  );

  return (
    <>
      <ListPage
        name="login-policy"
        title={t('title.list')}
        description={t('title.description')}
        access={['login-policy']}
        schema={LoginPolicyQuery}
        read={loginPoliciesQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        action={
          <CreateButton access="login-policy-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('login-policy-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <ScheduleOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <LoginPolicyOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
