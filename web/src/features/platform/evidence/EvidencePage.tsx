import { Flex, Tabs, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { ManualLink } from '../../../components/ManualLink.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useTabWords } from '../../../components/useTabWords.ts';
import { ChecksTab } from './ChecksTab.tsx';
import { HoldsTab } from './HoldsTab.tsx';
import { KeysTab } from './KeysTab.tsx';
import { TombstonesTab } from './TombstonesTab.tsx';

const TABS = { holds: HoldsTab, checks: ChecksTab, tombstones: TombstonesTab, keys: KeysTab } as const;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

/** What stands up in court: holds, checks, what is left of deleted sessions, and the keys. */
export function EvidencePage({ title }: { title: string }) {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  const tabWords = useTabWords();
  const [params, setParams] = useSearchParams();
  const active = NAMES.find((name) => name === params.get('activeKey')) ?? 'holds';
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader
        title={title}
        description={t('title.description')}
        action={<ManualLink chapter="evidence" />}
      />
      <Tabs
        locale={tabWords}
        activeKey={active}
        onChange={(key) => setParams(key === 'holds' ? {} : { activeKey: key })}
        destroyOnHidden
        items={NAMES.map((name) => {
          const Content = TABS[name];
          return { key: name, label: t(`tab.${name}`), children: <Content /> };
        })}
      />
    </Flex>
  );
}
