import { Flex, Tabs, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { PageHeader } from '../../components/PageHeader.tsx';
import { PasswordTab } from './PasswordTab.tsx';
import { PreferenceTab } from './PreferenceTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';

const TABS = ['profile', 'password', 'preference'] as const;

const CONTENT = { profile: ProfileTab, password: PasswordTab, preference: PreferenceTab };

/** The personal centre: who one is here, one's password, and how the console looks. */
export function AccountPage({ title }: { title: string }) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('activeKey');
  const active = TABS.find((tab) => tab === wanted) ?? TABS[0];
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} />
      <Tabs
        activeKey={active}
        onChange={(key) => setParams(key === TABS[0] ? {} : { activeKey: key }, { replace: true })}
        destroyOnHidden
        items={TABS.map((tab) => {
          const Content = CONTENT[tab];
          return { key: tab, label: t(`tab.${tab}`), children: <Content /> };
        })}
      />
    </Flex>
  );
}
