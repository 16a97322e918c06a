import { EditOutlined } from '@ant-design/icons';
import type { User } from '@jadegate/contract/identity/user';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type DetailTab, type MoreTabs } from '../../../components/detail/DetailPage.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { userQuery } from './user.queries.ts';
import { UserCustodyNotice } from './UserCustodyNotice.tsx';
import { UserEditDrawer } from './UserEditDrawer.tsx';
import { UserGroupsTab } from './UserGroupsTab.tsx';
import { UserInfoTab } from './UserInfoTab.tsx';
import { UserLoginsTab } from './UserLoginsTab.tsx';
import { UserPasskeysTab } from './UserPasskeysTab.tsx';
import { UserPoliciesTab } from './UserPoliciesTab.tsx';
import { UserSshKeysTab } from './UserSshKeysTab.tsx';
import { UserSshTicketsTab } from './UserSshTicketsTab.tsx';

/** One person: who they are here, their groups, and when they signed in. */
export function UserDetailPage({ moreTabs }: MoreTabs<User>) {
  const { t } = useTranslation('user');
  const { userId = '' } = useParams();
  const edit = useOverlay<string>();
  const action = (
    <Can any={['user-edit']}>
      <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => edit.open(userId)}>
        {t('action.edit')}
      </Button>
    </Can>
  );
  return (
    <>
      <DetailPage
        read={userQuery(userId)}
        title={({ nickname }) => nickname}
        description={({ username }) => username}
        action={() => action}
        notice={custodyNotice}
        tabs={(user) => [...tabsOf(user, t), ...(moreTabs?.(user) ?? [])]}
        listPath="/user"
      />
      {edit.wasOpened && <UserEditDrawer open={edit.isOpen} target={edit.target} onClose={edit.close} />}
    </>
  );
}

function custodyNotice(user: User) {
  return <UserCustodyNotice user={user} />;
}

function tabsOf(user: User, t: TFunction<'user'>): DetailTab[] {
  return [
    { key: 'info', label: t('tab.info'), access: ['user-detail'], content: <UserInfoTab user={user} /> },
    {
      key: 'group',
      label: t('tab.group'),
      access: ['user-detail'],
      content: <UserGroupsTab userId={user.id} />,
    },
    {
      key: 'login-policy',
      label: t('tab.loginPolicy'),
      access: ['user-login-policy'],
      content: <UserPoliciesTab user={user} />,
    },
    {
      key: 'passkey',
      label: t('tab.passkey'),
      access: ['user-detail'],
      content: <UserPasskeysTab userId={user.id} />,
    },
    {
      key: 'ssh-key',
      label: t('tab.sshKey'),
      access: ['user-detail'],
      content: <UserSshKeysTab userId={user.id} />,
    },
    {
      key: 'ssh-ticket',
      label: t('tab.sshTicket'),
      access: ['user-detail'],
      content: <UserSshTicketsTab userId={user.id} />,
    },
    {
      key: 'login-log',
      label: t('tab.loginLog'),
      access: ['user-detail'],
      content: <UserLoginsTab username={user.username} />,
    },
  ];
}
