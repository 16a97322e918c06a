import { DesktopOutlined, DownOutlined, HomeOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { isAdmin, useAccount } from '../hooks/account.ts';
import { useSignOut } from './useSignOut.ts';

import styles from './UserMenu.module.css';

/** The person's menu: the way to the other shell, and logout. */
export function UserMenu({ shell }: { shell: 'admin' | 'personal' }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const account = useAccount();
  const signOut = useSignOut();

  const myMachines = { key: '/my-asset', icon: <DesktopOutlined />, label: t('nav.myMachines') };
  const backOffice = { key: '/dashboard', icon: <HomeOutlined />, label: t('nav.backOffice') };
  const others = shell === 'admin' ? [myMachines] : isAdmin(account) ? [backOffice] : [];
  const leave = { key: 'logout', icon: <LogoutOutlined />, label: t('nav.logout') };
  const items: MenuProps['items'] = [
    ...others,
    ...(others.length > 0 ? [{ type: 'divider' as const }] : []),
    leave,
  ];

  const handleClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'logout') {
      signOut();
    } else {
      void navigate(key);
    }
  };
  return (
    <Dropdown menu={{ items, onClick: handleClick }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        className={styles.trigger}
        aria-label={t('nav.account', { name: account?.nickname })}
        icon={<UserOutlined />}
      >
        <span className={styles.name}>{account?.nickname}</span>
        <DownOutlined className={styles.arrow} />
      </Button>
    </Dropdown>
  );
}
