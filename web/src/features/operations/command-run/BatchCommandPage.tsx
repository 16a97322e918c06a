import type { CommandRun } from '@jadegate/contract/operations/command-run';
import { Flex, Skeleton, Tabs, theme } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { PageHeader } from '../../../components/PageHeader.tsx';
import { useTabWords } from '../../../components/useTabWords.ts';
import type { RunRequest, RunScope } from './command-run.queries.ts';
import { CommandTab } from './CommandTab.tsx';
import { fileRequestOf, requestOf } from './run-again.ts';

const FileTab = lazy(async () => ({ default: (await import('./FileTab.tsx')).FileTab }));
const HistoryTab = lazy(async () => ({ default: (await import('./HistoryTab.tsx')).HistoryTab }));

const TABS = ['command', 'file', 'history'] as const;
const TAB = 'tab';

interface BatchCommandPageProps {
  title: string;
  scope?: RunScope;
  /** What is filled in already. */
  initial?: RunRequest;
}

/** The same on many hosts at once: a script, or a file; and what was run before. */
export function BatchCommandPage({ title, scope = 'all', initial }: BatchCommandPageProps) {
  const { t } = useTranslation('command-run');
  const tabWords = useTabWords();
  const { token } = theme.useToken();
  const [search, setSearch] = useSearchParams();
  const active = TABS.find((tab) => tab === search.get(TAB)) ?? TABS[0];
  const show = (tab: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(TAB, tab);
        return next;
      },
      { replace: true },
    );
  /** A run of before that is filled in again; nothing runs by that. */
  const [again, setAgain] = useState<CommandRun>();
  const content = {
    command: (
      <CommandTab
        key={again?.kind === 'command' ? again.id : ''}
        scope={scope}
        initial={again?.kind === 'command' ? requestOf(again) : initial}
      />
    ),
    file: (
      <FileTab
        key={again?.kind === 'file' ? again.id : ''}
        scope={scope}
        initial={again?.kind === 'file' ? fileRequestOf(again) : undefined}
      />
    ),
    history: (
      <HistoryTab
        onAgain={(run) => {
          setAgain(run);
          show(run.kind);
        }}
      />
    ),
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} description={t(scope === 'all' ? 'title.description' : 'title.own')} />
      <Tabs
        locale={tabWords}
        activeKey={active}
        onChange={show}
        items={TABS.map((tab) => ({
          key: tab,
          label: t(`tab.${tab}`),
          children: <Suspense fallback={<Skeleton active />}>{content[tab]}</Suspense>,
        }))}
      />
    </Flex>
  );
}
