import { Flex, Skeleton, Tabs, theme } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { PageHeader } from '../../../components/PageHeader.tsx';
import { useTabWords } from '../../../components/useTabWords.ts';
import { PasswordTab } from './PasswordTab.tsx';
import { PreferenceTab } from './PreferenceTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';

// Each is opened now and then, and loaded then.
const FactorTab = lazy(async () => ({ default: (await import('./FactorTab.tsx')).FactorTab }));
const PasskeyTab = lazy(async () => ({ default: (await import('./PasskeyTab.tsx')).PasskeyTab }));
const AccessTokenTab = lazy(async () => ({ default: (await import('./AccessTokenTab.tsx')).AccessTokenTab }));
const SshKeyTab = lazy(async () => ({ default: (await import('./SshKeyTab.tsx')).SshKeyTab }));
const SshTicketTab = lazy(async () => ({ default: (await import('./SshTicketTab.tsx')).SshTicketTab }));
const SshConfigTab = lazy(async () => ({ default: (await import('./SshConfigTab.tsx')).SshConfigTab }));
const OwnLoginTab = lazy(async () => ({ default: (await import('./OwnLoginTab.tsx')).OwnLoginTab }));

const OwnIdentityTab = lazy(async () => ({ default: (await import('./OwnIdentityTab.tsx')).OwnIdentityTab }));

const TABS = [
  'profile',
  'password',
  'factor',
  'passkey',
  'identity',
  'sshKey',
  'sshTicket',
  'sshConfig',
  'token',
  'login',
  'preference',
] as const;

const CONTENT = {
  profile: ProfileTab,
  password: PasswordTab,
  factor: FactorTab,
  passkey: PasskeyTab,
  identity: OwnIdentityTab,
  sshKey: SshKeyTab,
  sshTicket: SshTicketTab,
  sshConfig: SshConfigTab,
  token: AccessTokenTab,
  login: OwnLoginTab,
  preference: PreferenceTab,
};

/** The personal centre: who one is here, what proves it, where one is signed in, and how the console looks. */
export function AccountPage({ title }: { title: string }) {
  const { t } = useTranslation('account');
  const tabWords = useTabWords();
  const { token } = theme.useToken();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('activeKey');
  const active = TABS.find((tab) => tab === wanted) ?? TABS[0];
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} />
      <Tabs
        locale={tabWords}
        activeKey={active}
        onChange={(key) => setParams(key === TABS[0] ? {} : { activeKey: key }, { replace: true })}
        destroyOnHidden
        items={TABS.map((tab) => {
          const Content = CONTENT[tab];
          return {
            key: tab,
            label: t(`tab.${tab}`),
            children: (
              <Suspense fallback={<Skeleton active />}>
                <Content />
              </Suspense>
            ),
          };
        })}
      />
    </Flex>
  );
}
