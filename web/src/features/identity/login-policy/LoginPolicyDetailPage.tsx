import { EditOutlined } from '@ant-design/icons';
import type { LoginPolicy } from '@jadegate/contract/identity/login-policy';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type DetailTab } from '../../../components/detail/DetailPage.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { BoundUsersTab } from './BoundUsersTab.tsx';
import { loginPolicyQuery } from './login-policy.queries.ts';
import { LoginPolicyFormDrawer } from './LoginPolicyFormDrawer.tsx';
import { LoginPolicyInfo } from './LoginPolicyInfo.tsx';
import { PolicyTestTab } from './PolicyTestTab.tsx';

/** One policy, whom it is bound to, and a way to try the policies out. */
export function LoginPolicyDetailPage() {
  const { t } = useTranslation('login-policy');
  const { loginPolicyId = '' } = useParams();
  const edit = useOverlay<string>();
  const action = (
    <Can any={['login-policy-edit']}>
      <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => edit.open(loginPolicyId)}>
        {t('action.edit')}
      </Button>
    </Can>
  );
  return (
    <>
      <DetailPage
        read={loginPolicyQuery(loginPolicyId)}
        title={({ name }) => name}
        action={() => action}
        tabs={(policy) => tabsOf(policy, t)}
        listPath="/login-policy"
      />
      {edit.wasOpened && (
        <LoginPolicyFormDrawer open={edit.isOpen} target={edit.target} onClose={edit.close} />
      )}
    </>
  );
}

function tabsOf(policy: LoginPolicy, t: TFunction<'login-policy'>): DetailTab[] {
  return [
    {
      key: 'info',
      label: t('tab.info'),
      access: ['login-policy-detail'],
      content: <LoginPolicyInfo policy={policy} />,
    },
    {
      key: 'bind-user',
      label: t('tab.bindUser'),
      access: ['login-policy-detail', 'login-policy-bind-user'],
      content: <BoundUsersTab policy={policy} />,
    },
    {
      key: 'test',
      label: t('tab.test'),
      access: ['login-policy'],
      content: <PolicyTestTab />,
    },
  ];
}
