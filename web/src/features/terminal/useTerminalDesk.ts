import type { OwnSession } from '@jadegate/contract/own-session';
import { SessionFileFlags } from '@jadegate/contract/session';
import type { Notice } from '@jadegate/contract/terminal-socket';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { useCompany } from '../../components/terminal/useCompany.ts';
import { useLeaveGuard } from '../../hooks/useLeaveGuard.ts';
import { receivers, withCtrl } from './broadcast.ts';
import { neighbour, panesOf, type MoveDirection, type Pane } from './pane-tree.ts';
import { activeTab, allPanes, type Place } from './terminal-layout.ts';
import type { LinkState } from './terminal-link.ts';
import type { TerminalHandle } from './TerminalPane.tsx';
import { aPane, newPaneId, useTerminalLayout } from './useTerminalLayout.ts';

export type TerminalDesk = ReturnType<typeof useTerminalDesk>;

const CONNECTING: LinkState = { name: 'connecting' };

/** Everything that is going on in the window: which terminals there are, how they are, and where keys go. */
export function useTerminalDesk() {
  const { layout, change } = useTerminalLayout();
  const handles = useRef(new Map<string, TerminalHandle>());
  const [states, setStates] = useState<Record<string, LinkState>>({});
  const [notices, setNotices] = useState<Record<string, Notice | undefined>>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isCtrl, setCtrl] = useState(false);
  const { companyOf, hear } = useCompany();

  const tab = activeTab(layout);
  const focused = tab?.focused;
  const visible = useMemo(() => (tab ? panesOf(tab.tree) : []), [tab]);
  const pane = visible.find(({ id }) => id === focused);
  const stateOf = useCallback((id: string) => states[id] ?? CONNECTING, [states]);
  const isLive = (id: string) => ['connected', 'lost'].includes(stateOf(id).name);
  useLeaveGuard(
    () => allPanes(layout).some(({ id }) => isLive(id)),
    (leave) => leave(),
  );

  // Looked up when it is called: a dialog may go after the pane it was opened for.
  const latestFocused = useRef(focused);
  const focusTerminal = useCallback(() => handles.current.get(latestFocused.current ?? '')?.focus(), []);
  useEffect(() => {
    latestFocused.current = focused;
    focusTerminal();
  }, [focused, focusTerminal]);

  const type = (from: string, bytes: Uint8Array, text: string, how: 'typed' | 'pasted') => {
    const keys = isCtrl ? new TextEncoder().encode(withCtrl(text)) : bytes;
    setCtrl(false);
    if (notices[from]?.kind === 'idle') {
      setNotices((before) => ({ ...before, [from]: undefined }));
    }
    // A pane whose session may not be pasted into hears only what is typed.
    const hearing = how === 'typed' ? visible : visible.filter(({ mayPaste }) => mayPaste !== false);
    // The answer to the question of one host is for no other, and theirs not for this.
    const isAsked = stateOf(from).name === 'asking';
    const ids = hearing
      .map(({ id }) => id)
      .filter((id) => id === from || (!isAsked && stateOf(id).name !== 'asking'));
    for (const id of receivers({ from, text, focused, chosen, visible: ids })) {
      handles.current.get(id)?.send(keys);
    }
  };

  const open = (asset: { id: string; name: string }, place: Place) =>
    change({ type: 'open', pane: aPane(asset.id, asset.name), place });

  /** Goes on here with a session of the person that lives elsewhere. */
  const takeOver = ({ id, assetId, assetName, copy, paste, ...rest }: OwnSession, place: Place) => {
    const session = { sessionId: id, mayCopy: copy === '1', mayPaste: paste === '1' };
    const pane = { ...aPane(assetId, assetName), ...session, files: SessionFileFlags.parse(rest) };
    change({ type: 'open', pane, place });
  };

  const close = (ids: readonly string[]) => {
    for (const id of ids) {
      handles.current.get(id)?.end();
      change({ type: 'close', id });
    }
    setChosen((before) => before.filter((id) => !ids.includes(id)));
  };

  const renew = (id: string, how: 'renew' | 'resume' = 'renew') => {
    const newId = newPaneId();
    change({ type: how, id, newId });
    setChosen((before) => before.map((other) => (other === id ? newId : other)));
  };

  const move = (direction: MoveDirection) => {
    const next = tab && neighbour(tab.tree, tab.focused, direction);
    if (next !== undefined) {
      change({ type: 'focus', id: next });
    }
  };

  return {
    layout,
    change,
    tab,
    /** The pane with the focus. */
    pane,
    visible,
    stateOf,
    isLive,
    notices,
    isBroadcasting: (id: string) => chosen.includes(id),
    /** The terminal with the focus. */
    terminal: () => (focused === undefined ? undefined : handles.current.get(focused)),
    handle: (id: string) => handles.current.get(id),
    keepHandle: (id: string, handle: TerminalHandle | null) => {
      if (handle) {
        handles.current.set(id, handle);
      } else {
        handles.current.delete(id);
      }
    },
    setState: (id: string, state: LinkState) => setStates((before) => ({ ...before, [id]: state })),
    setNotice: (id: string, notice: Notice | undefined) => {
      if (notice?.kind === 'participants') {
        hear(id, notice);
      } else if (notice?.seconds === 0) {
        // A warning is taken back, and nothing else that was said meanwhile.
        setNotices((before) => (before[id]?.kind === notice.kind ? { ...before, [id]: undefined } : before));
      } else {
        setNotices((before) => ({ ...before, [id]: notice }));
      }
    },
    /** Who else is in the session of a pane, while it lasts. */
    companyOf: (id: string) => (isLive(id) ? companyOf(id) : []),
    focusTerminal,
    type,
    open,
    close,
    renew,
    takeOver,
    move,
    split: (asset: Pane, place: Place) => open({ id: asset.assetId, name: asset.assetName }, place),
    toggleBroadcast: (id: string) =>
      setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id])),
    /** All panes one can see, or none of them. */
    toggleBroadcastAll: () => {
      const ids = visible.map(({ id }) => id);
      setChosen((before) => (ids.every((id) => before.includes(id)) ? [] : ids));
    },
    isCtrl,
    setCtrl,
  };
}
