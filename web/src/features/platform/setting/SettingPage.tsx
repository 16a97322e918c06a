import { Flex, Grid, Tabs, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { PageHeader } from '../../../components/PageHeader.tsx';
import { useTabWords } from '../../../components/useTabWords.ts';
import { SETTING_TABS } from './setting-tabs.ts';
import { SettingTabContent } from './SettingTabContent.tsx';

const MORE_TABS = ['ssh', 'backup', 'import'] as const;

interface SettingPageProps {
  title: string;
  /** The last tabs belong to other features; the app puts them together. */
  more?: Partial<Record<(typeof MORE_TABS)[number], ReactNode>>;
}

/** What holds for everybody, in tabs of what belongs together. */
export function SettingPage({ title, more = {} }: SettingPageProps) {
  const { t } = useTranslation('setting');
  const tabWords = useTabWords();
  const { token } = theme.useToken();
  const { md: isWide = true } = Grid.useBreakpoint();
  const [params, setParams] = useSearchParams();
  const tabs = [...SETTING_TABS, ...MORE_TABS.filter((tab) => tab in more)];
  const wanted = params.get('activeKey');
  const active = tabs.find((tab) => tab === wanted) ?? SETTING_TABS[0];
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} />
      <Tabs
        locale={tabWords}
        tabPlacement={isWide ? 'start' : 'top'}
        activeKey={active}
        onChange={(key) => setParams(key === SETTING_TABS[0] ? {} : { activeKey: key })}
        destroyOnHidden
        items={tabs.map((tab) => ({
          key: tab,
          label: t(`tab.${tab}`),
          children:
            tab === 'ssh' || tab === 'backup' || tab === 'import' ? (
              more[tab]
            ) : (
              <SettingTabContent tab={tab} />
            ),
        }))}
      />
    </Flex>
  );
}
