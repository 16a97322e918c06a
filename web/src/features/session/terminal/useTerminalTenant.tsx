import { SaveOutlined, SearchOutlined } from '@ant-design/icons';
import { hasTerminal, TERMINAL_PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useClipboardRules } from '../../../components/terminal/useClipboardRules.tsx';
import { usePreferences } from '../../../hooks/preferences.ts';
import type { Pane } from '../session-frame/pane-tree.ts';
import type { SessionPanel, SessionSlot, Tenant } from '../session-frame/tenant.ts';
import { ToolButton } from '../session-frame/ToolButton.tsx';
import type { SessionDesk } from '../session-frame/useSessionDesk.ts';
import { useShortcuts } from '../session-frame/useShortcuts.ts';
import { BroadcastButton } from './BroadcastButton.tsx';
import { FindBar } from './FindBar.tsx';
import { KeyBar } from './KeyBar.tsx';
import { lookOf, stepFontSize } from './terminal-preferences.ts';
import { SCHEMES, isLightScheme } from './terminal-schemes.ts';
import { terminalShortcutOf, type TerminalShortcut } from './terminal-shortcuts.ts';
import type { Found } from './terminal-view.ts';
import { TerminalSession } from './TerminalSession.tsx';
import { TerminalTools } from './TerminalTools.tsx';
import type { Broadcast } from './useBroadcast.ts';
import { useSnippetPanel } from './useSnippetPanel.tsx';
import { useTerminals } from './useTerminals.ts';
import { useTypeOnce } from './useTypeOnce.ts';

interface TerminalTenantOptions {
  desk: SessionDesk;
  broadcast: Broadcast;
  /** What other features show of a session: features do not know each other. */
  panels: readonly SessionPanel[];
  /** The form for a new saved command. */
  renderNewCommand: (form: { content: string; onClose: () => void }) => ReactNode;
}

const NOTHING: Found = { index: -1, count: 0 };

/** Before anybody knows what an asset speaks, it waits here. */
const isTerminal = ({ protocol }: Pane) => protocol === undefined || hasTerminal(protocol);

/** Terminals in the session frame, and the dialogs that stand over it. */
export function useTerminalTenant({ desk, broadcast, panels, renderNewCommand }: TerminalTenantOptions): {
  tenant: Tenant;
  dialogs: ReactNode;
} {
  const { t } = useTranslation('terminal');
  const { t: frame } = useTranslation('session-frame');
  const terminals = useTerminals(desk, broadcast);
  const { terminal: preferences, setTerminal: setPreferences } = usePreferences();
  const [isFinding, setFinding] = useState(false);
  const [found, setFound] = useState(NOTHING);
  const [newCommand, setNewCommand] = useState<string>();
  const { confirmPaste, copy, refuse } = useClipboardRules();
  const { focusSession } = desk;
  useTypeOnce(desk, terminals.send, () => refuse('paste'));
  const pane = desk.pane && isTerminal(desk.pane) ? desk.pane : undefined;
  const look = lookOf(preferences, pane?.appearance);
  const noSession = pane ? undefined : frame('tool.noSession');

  const insert = async (text: string) => {
    const isFine = !/[\r\n]/.test(text) || (await confirmPaste(text));
    if (isFine) {
      terminals.focused()?.paste(text);
    } else {
      focusSession();
    }
  };
  const snippets = useSnippetPanel({ onInsert: (text) => void insert(text), afterClose: focusSession });

  const endFind = () => {
    setFinding(false);
    terminals.focused()?.endFind();
    focusSession();
  };

  const copySelection = () => {
    const text = terminals.focused()?.selection() ?? '';
    if (pane?.mayCopy === false) {
      refuse('copy');
    } else if (text !== '') {
      void copy(text);
    }
  };

  const saveLine = () => {
    // It leaves the machine like anything that is copied.
    if (pane?.mayCopy === false) {
      refuse('copy');
    } else {
      // What was typed has no parameters; doubled, its braces stay braces.
      setNewCommand((terminals.focused()?.line() ?? '').replaceAll('{{', '{{{{'));
    }
  };

  // Other kinds of session take these keys themselves.
  useShortcuts(
    (keys) => (pane ? terminalShortcutOf(keys) : undefined),
    (shortcut) => {
      const actions: {
        [Type in TerminalShortcut['type']]: (which: Extract<TerminalShortcut, { type: Type }>) => void;
      } = {
        font: ({ step }) => setPreferences(stepFontSize(preferences, step, look.fontSize)),
        find: () => setFinding(true),
        copy: copySelection,
        snippets: () => desk.openPanel('snippets', 'take-keyboard'),
        broadcast: () => pane && broadcast.toggle(pane.id),
      };
      (actions[shortcut.type] as (which: TerminalShortcut) => void)(shortcut);
    },
  );

  const renderSession = (slot: SessionSlot) => (
    <>
      <TerminalSession
        slot={slot}
        preferences={preferences}
        onHandle={(handle) => terminals.keep(slot.pane.id, handle)}
        onInput={(bytes, text, how) => terminals.type(slot.pane.id, bytes, text, how)}
        onFound={setFound}
      />
      {isFinding && slot.pane.id === pane?.id && (
        <FindBar
          found={found}
          onFind={(text, how) => terminals.focused()?.find(text, how)}
          onClose={endFind}
        />
      )}
    </>
  );

  return {
    tenant: {
      protocols: TERMINAL_PROTOCOLS,
      colours: { ...SCHEMES[look.scheme], isDark: !isLightScheme(look.scheme) },
      panels: [snippets.panel, ...panels],
      renderSession,
      sessionTools: (
        <>
          <ToolButton
            label={t('action.saveLine')}
            icon={<SaveOutlined aria-hidden />}
            refusal={noSession}
            onClick={saveLine}
          />
          <ToolButton
            label={t('action.find')}
            icon={<SearchOutlined aria-hidden />}
            refusal={noSession}
            onClick={() => (isFinding ? endFind() : setFinding(true))}
          />
        </>
      ),
      windowTools: (
        <TerminalTools
          desk={desk}
          broadcast={broadcast}
          terminals={desk.visible.filter(isTerminal)}
          look={look}
          preferences={preferences}
          onPreferences={setPreferences}
        />
      ),
      renderPaneTools: ({ id, assetName }) => (
        <BroadcastButton
          assetName={assetName}
          isOn={broadcast.isChosen(id)}
          onToggle={() => {
            broadcast.toggle(id);
            focusSession();
          }}
        />
      ),
      markOf: ({ id }) => (broadcast.isChosen(id) ? t('broadcast.mark') : undefined),
      footer: (
        <KeyBar
          held={terminals.held}
          onHold={terminals.setHeld}
          onPress={(key) => {
            terminals.focused()?.press(key);
            focusSession();
          }}
        />
      ),
    },
    dialogs: (
      <>
        {snippets.dialog}
        {newCommand !== undefined &&
          renderNewCommand({
            content: newCommand,
            onClose: () => {
              setNewCommand(undefined);
              focusSession();
            },
          })}
      </>
    ),
  };
}
