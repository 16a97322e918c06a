import type { TerminalPreferences } from '@jadegate/contract/identity/terminal-preference';
import { useMemo } from 'react';

import type { ClipboardWay } from '../../../components/terminal/guard-clipboard.ts';
import { useClipboardRules } from '../../../components/terminal/useClipboardRules.tsx';
import type { SessionSlot } from '../session-frame/tenant.ts';
import { lookOf } from './terminal-preferences.ts';
import type { Found, TerminalViewEvents } from './terminal-view.ts';
import { TerminalPane, type TerminalHandle } from './TerminalPane.tsx';

interface TerminalSessionProps {
  slot: SessionSlot;
  /** What the person chose. */
  preferences: TerminalPreferences;
  onHandle: (handle: TerminalHandle | null) => void;
  onInput: TerminalViewEvents['onInput'];
  onFound: (found: Found) => void;
}

/** The terminal in a pane of the window, with the clipboard as its session allows it. */
export function TerminalSession({ slot, preferences, onHandle, onInput, onFound }: TerminalSessionProps) {
  const { pane, isFocused, ref, ...reports } = slot;
  const { confirmPaste, refuse, copy } = useClipboardRules();
  const { appearance } = pane;
  const look = useMemo(() => lookOf(preferences, appearance), [preferences, appearance]);
  const mayUseClipboard = (way: ClipboardWay, how?: 'quietly') => {
    const isAllowed = (way === 'copy' ? pane.mayCopy : pane.mayPaste) !== false;
    if (!isAllowed && how !== 'quietly') {
      refuse(way);
    }
    return isAllowed;
  };
  return (
    <TerminalPane
      ref={(handle) => {
        ref(handle);
        onHandle(handle);
      }}
      place={pane}
      sessionId={pane.sessionId}
      look={look}
      {...reports}
      onInput={onInput}
      onFound={(found) => isFocused && onFound(found)}
      onCopy={(text) => mayUseClipboard('copy') && void copy(text)}
      mayUseClipboard={mayUseClipboard}
      confirmPaste={confirmPaste}
    />
  );
}
