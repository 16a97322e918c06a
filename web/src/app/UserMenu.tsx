import {
  BgColorsOutlined,
  DesktopOutlined,
  DownOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  HomeOutlined,
  LogoutOutlined,
  SettingOutlined,
  TranslationOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { LANGUAGES } from '@jadegate/contract/language';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { isAdmin, useAccount } from '../hooks/account.ts';
import { THEME_CHOICES, usePreferences } from '../hooks/preferences.ts';
import { LANGUAGE_NAMES } from '../i18n/language-names.ts';
import { useSignOut } from './useSignOut.ts';

import styles from './UserMenu.module.css';

/** The person's menu: the way to the other shell, what they chose for themselves, and logout. */
export function UserMenu({ shell }: { shell: 'admin' | 'personal' }) {
  const { t } = useTranslation(['app', 'common']);
  const navigate = useNavigate();
  const account = useAccount();
  const signOut = useSignOut();
  const preferences = usePreferences();

  const myMachines = { key: '/my-asset', icon: <DesktopOutlined />, label: t('nav.myMachines') };
  const backOffice = { key: '/dashboard', icon: <HomeOutlined />, label: t('nav.backOffice') };
  const myFiles = {
    key: shell === 'admin' ? '/file' : '/my-file',
    icon: <FolderOpenOutlined />,
    label: t('page.my-file'),
  };
  const others = [myFiles, ...(shell === 'admin' ? [myMachines] : isAdmin(account) ? [backOffice] : [])];
  const leave = { key: 'logout', icon: <LogoutOutlined />, label: t('nav.logout') };
  const languages = {
    key: 'language',
    icon: <TranslationOutlined />,
    label: t('nav.language'),
    children: LANGUAGES.map((one) => ({ key: `language:${one}`, label: LANGUAGE_NAMES[one] })),
  };
  const themes = {
    key: 'theme',
    icon: <BgColorsOutlined />,
    label: t('nav.theme'),
    children: THEME_CHOICES.map((one) => ({ key: `theme:${one}`, label: t(`common:theme.${one}`) })),
  };
  const own = { key: '/my-info', icon: <SettingOutlined />, label: t('nav.preferences') };
  const manual = { key: '/manual', icon: <FileTextOutlined />, label: t('page.manual') };
  const items: MenuProps['items'] = [
    ...others,
    own,
    languages,
    themes,
    manual,
    { type: 'divider' as const },
    leave,
  ];

  const handleClick: MenuProps['onClick'] = ({ key }) => {
    const language = LANGUAGES.find((one) => key === `language:${one}`);
    const theme = THEME_CHOICES.find((one) => key === `theme:${one}`);
    if (key === 'logout') {
      signOut();
    } else if (language) {
      preferences.setLanguage(language);
    } else if (theme) {
      preferences.setTheme(theme);
    } else {
      void navigate(key);
    }
  };
  return (
    <Dropdown
      menu={{
        items,
        onClick: handleClick,
        selectedKeys: [`language:${preferences.language}`, `theme:${preferences.theme}`],
      }}
      trigger={['click']}
      placement="bottomRight"
    >
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
