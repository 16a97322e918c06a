import { FontSizeOutlined, NotificationOutlined } from '@ant-design/icons';
import type { TerminalPreferences } from '@jadegate/contract/identity/terminal-preference';
import { useTranslation } from 'react-i18next';

import type { Pane } from '../session-frame/pane-tree.ts';
import { ToolButton } from '../session-frame/ToolButton.tsx';
import { ToolPopover } from '../session-frame/ToolPopover.tsx';
import type { SessionDesk } from '../session-frame/useSessionDesk.ts';
import { PreferenceForm } from './PreferenceForm.tsx';
import type { TerminalLook } from './terminal-preferences.ts';
import type { Broadcast } from './useBroadcast.ts';

interface TerminalToolsProps {
  desk: SessionDesk;
  /** Those that are seen. */
  terminals: readonly Pane[];
  broadcast: Broadcast;
  look: TerminalLook;
  preferences: TerminalPreferences;
  onPreferences: (value: TerminalPreferences) => void;
}

/** What concerns all terminals of the window. */
export function TerminalTools(props: TerminalToolsProps) {
  const { desk, terminals, broadcast, look, preferences, onPreferences } = props;
  const { t } = useTranslation('terminal');
  const areAll = terminals.every(({ id }) => broadcast.isChosen(id));
  return (
    <>
      {terminals.length > 1 && (
        <ToolButton
          label={t(areAll ? 'broadcast.none' : 'broadcast.all')}
          icon={<NotificationOutlined aria-hidden />}
          isOn={areAll}
          onClick={() => {
            broadcast.toggleAll(terminals.map(({ id }) => id));
            desk.focusSession();
          }}
        />
      )}
      <ToolPopover
        label={t('action.preferences')}
        icon={<FontSizeOutlined aria-hidden />}
        content={<PreferenceForm look={look} value={preferences} onChange={onPreferences} />}
      />
    </>
  );
}
