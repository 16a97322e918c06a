import { CodeOutlined } from '@ant-design/icons';
import type { Command } from '@jadegate/contract/command';
import { listParameters } from '@jadegate/contract/command-parameters';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Popover, Skeleton, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CommandParametersDialog } from '../../components/command/CommandParametersDialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useCan } from '../../hooks/account.ts';
import { useOverlay } from '../../hooks/useOverlay.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { snippetsQuery } from './terminal.queries.ts';

import styles from './TerminalPage.module.css';

interface SnippetMenuProps {
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  disabled: boolean;
  /** Given the text without an Enter at its end: whoever looks at it decides whether it runs. */
  onInsert: (text: string) => void;
  /** A dialog of it is gone: the terminal has the keyboard again. */
  afterClose: () => void;
}

/** Saved commands, to be put at the cursor. */
export function SnippetMenu({ open, onOpenChange, disabled, onInsert, afterClose }: SnippetMenuProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const asking = useOverlay<Command>();
  const insert = (text: string) => onInsert(text.trimEnd());
  const choose = (command: Command) => {
    onOpenChange(false);
    if (listParameters(command.content).length > 0) {
      asking.open(command);
    } else {
      insert(command.content);
    }
  };
  return (
    <>
      <Popover
        trigger="click"
        // In the middle it may be moved aside; at a corner it would stick out of a phone.
        placement="bottom"
        styles={{ container: { border: `1px solid ${token.colorBorder}` } }}
        open={open}
        onOpenChange={onOpenChange}
        destroyOnHidden
        content={<Snippets onChoose={choose} onClose={() => onOpenChange(false)} />}
      >
        <Button
          type="text"
          disabled={disabled}
          icon={<CodeOutlined aria-hidden />}
          aria-label={t('snippet.title')}
          title={t('snippet.hint')}
        />
      </Popover>
      <CommandParametersDialog
        open={asking.isOpen}
        command={asking.target}
        useLabel={t('snippet.insert')}
        onUse={insert}
        onClose={asking.close}
        afterClose={afterClose}
      />
    </>
  );
}

interface SnippetsProps {
  onChoose: (command: Command) => void;
  onClose: () => void;
}

function Snippets({ onChoose, onClose }: SnippetsProps) {
  const { t } = useTranslation('terminal');
  const can = useCan();
  const [text, setText] = useState('');
  const { data, error, refetch, isFetching } = useQuery(snippetsQuery(can('command') ? 'all' : 'own'));
  if (error && !data) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <div className={styles.snippets}>
      <Input.Search
        autoFocus
        allowClear
        placeholder={t('snippet.search')}
        aria-label={t('snippet.search')}
        value={text}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        onChange={(event) => setText(event.target.value)}
      />
      <Skeleton loading={!data} active title={false}>
        <ChoiceList
          label={t('snippet.title')}
          empty={t(text === '' ? 'snippet.none' : 'snippet.noMatch')}
          items={matching(data ?? [], text).map((command) => ({
            key: command.id,
            title: command.name,
            text: command.content,
            onChoose: () => onChoose(command),
          }))}
        />
      </Skeleton>
    </div>
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
