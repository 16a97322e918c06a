import { DeleteOutlined, PlusOutlined, ScheduleOutlined } from '@ant-design/icons';
import { LoginPolicyQuery, type LoginPolicyRow } from '@jadegate/contract/login-policy';
import { Button } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { useCan } from '../../hooks/account.ts';
import { useIdlePreload } from '../../hooks/useIdlePreload.ts';
import { loginPolicyColumns } from './login-policy.columns.tsx';
import { loginPoliciesQuery } from './login-policy.queries.ts';
import { LoginPolicyRowActions } from './LoginPolicyRowActions.tsx';
import { useLoginPolicyOverlays } from './useLoginPolicyOverlays.ts';

const loadOverlays = () => import('./LoginPolicyOverlays.tsx');
const LoginPolicyOverlays = lazy(async () => ({ default: (await loadOverlays()).LoginPolicyOverlays }));

/** Who may sign in from where and when. */
export function LoginPolicyListPage() {
  const { t } = useTranslation('login-policy');
  const can = useCan();
  const selection = useSelection<LoginPolicyRow>();
  const overlays = useLoginPolicyOverlays();
  const { form, removal } = overlays;
  useIdlePreload(loadOverlays);

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
          <Can any={['login-policy-add']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => form.open(undefined)}>
              {t('action.create')}
            </Button>
          </Can>
        }
        selection={can('login-policy-del') ? selection : undefined}
        bulkActions={
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </Button>
        }
        empty={{
          icon: <ScheduleOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      {Object.values(overlays).some(({ wasOpened }) => wasOpened) && (
        <Suspense fallback={null}>
          <LoginPolicyOverlays overlays={overlays} onDeleted={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
