import { CodeOutlined } from '@ant-design/icons';
import type { Command } from '@jadegate/contract/access/command';
import { listParameters } from '@jadegate/contract/access/command-parameters';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { CommandParametersDialog } from '../../../components/command/CommandParametersDialog.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import type { SessionPanel } from '../session-frame/tenant.ts';
import { SnippetList } from './SnippetList.tsx';

interface SnippetPanelOptions {
  /** Given the text without an Enter at its end: whoever looks at it decides whether it runs. */
  onInsert: (text: string) => void;
  /** The dialog is gone: the terminal has the keyboard again. */
  afterClose: () => void;
}

/** Saved commands, to be put at the cursor; the dialog asks for the parameters of one that has any. */
export function useSnippetPanel({ onInsert, afterClose }: SnippetPanelOptions): {
  panel: SessionPanel;
  dialog: ReactNode;
} {
  const { t } = useTranslation('terminal');
  const asking = useOverlay<Command>();
  const insert = (text: string) => onInsert(text.trimEnd());
  const choose = (command: Command) => {
    if (listParameters(command.content).length > 0) {
      asking.open(command);
    } else {
      insert(command.content);
    }
  };
  return {
    panel: {
      id: 'snippets',
      label: t('snippet.title'),
      hint: t('snippet.hint'),
      icon: <CodeOutlined aria-hidden />,
      isOffered: () => true,
      render: ({ onReturn }) => (
        <SnippetList
          onChoose={(command) => {
            onReturn();
            choose(command);
          }}
        />
      ),
    },
    dialog: (
      <CommandParametersDialog
        open={asking.isOpen}
        command={asking.target}
        useLabel={t('snippet.insert')}
        onUse={insert}
        onClose={asking.close}
        afterClose={afterClose}
      />
    ),
  };
}
