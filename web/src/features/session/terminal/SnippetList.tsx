import type { Command } from '@jadegate/contract/access/command';
import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ChoiceList } from '../../../components/ChoiceList.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useWholeCommand } from '../../../hooks/useWholeCommand.ts';
import { readSnippet, snippetsQuery } from './terminal.queries.ts';

interface SnippetListProps {
  onChoose: (command: Command) => void;
}

/** Saved commands to choose one of. */
export function SnippetList({ onChoose }: SnippetListProps) {
  const { t } = useTranslation('terminal');
  const can = useCan();
  const [text, setText] = useState('');
  const scope = can('command') ? 'all' : 'own';
  const { data, error, refetch, isFetching } = useQuery(snippetsQuery(scope));
  const withWhole = useWholeCommand(readSnippet(scope));
  if (error && !data) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <>
      <Input.Search
        allowClear
        placeholder={t('snippet.search')}
        aria-label={t('snippet.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Skeleton loading={!data} active title={false}>
        <ChoiceList
          label={t('snippet.title')}
          empty={
            text === '' ? (
              <>
                <p>{t('snippet.none')}</p>
                {/* The terminal has a window of its own, and stays in it. */}
                <a href={can('command') ? '/command' : '/my-command'} target="_blank" rel="noreferrer">
                  {t('snippet.make')}
                </a>
              </>
            ) : (
              t('snippet.noMatch')
            )
          }
          items={matching(data ?? [], text).map((command) => ({
            key: command.id,
            title: command.name,
            text: command.content,
            onChoose: () => withWhole(command, onChoose),
          }))}
        />
      </Skeleton>
    </>
  );
}

/** Every word must occur, in the name or in the command. */
function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ name, content }) => {
    const all = `${name}\n${content}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
