import type { SessionPanelId } from '@jadegate/contract/identity/user-preference';
import type { OwnSession } from '@jadegate/contract/session/own-session';
import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { consoleOf } from '../../../components/session-path.ts';
import { useParticipants } from '../../../components/session/useParticipants.ts';
import { useLeaveGuard } from '../../../hooks/useLeaveGuard.ts';
import {
  neighbour,
  panesOf,
  placeOf,
  type MoveDirection,
  type Pane,
  type SessionPlace,
} from './pane-tree.ts';
import { preparedSession, type PreparedSession } from './prepare-session.ts';
import { activeTab, allPanes, type Place } from './session-layout.ts';
import { isLive, isTakenOver, type SessionState } from './session-state.ts';
import type { SessionHandle } from './tenant.ts';
import { usePanelDock } from './usePanelDock.ts';
import { newPane, newPaneId, useSessionLayout } from './useSessionLayout.ts';

export type SessionDesk = ReturnType<typeof useSessionDesk>;

interface DeskOptions {
  /** Where the window keeps its panes over a reload. */
  storageKey: string;
  /** A pane begins again under another id. */
  onRenew?: (id: string, newId: string) => void;
}

const CONNECTING: SessionState = { name: 'connecting' };

/** Everything that is going on in the window: which sessions there are, how they are, and which has the keyboard. */
export function useSessionDesk({ storageKey, onRenew }: DeskOptions) {
  const { layout, change, begun } = useSessionLayout(storageKey);
  const handles = useRef(new Map<string, SessionHandle>());
  const [states, setStates] = useState<Record<string, SessionState>>({});
  const [notices, setNotices] = useState<Record<string, Notice | undefined>>({});
  const [messages, setMessages] = useState<Record<string, readonly string[]>>({});
  const dock = usePanelDock();
  const [isChoosing, setChoosing] = useState(false);
  const { participantsOf, onParticipants } = useParticipants();
  const [watchers, setWatchers] = useState<Record<string, readonly Participant[]>>({});

  const tab = activeTab(layout);
  const focused = tab?.focused;
  const visible = useMemo(() => (tab ? panesOf(tab.tree) : []), [tab]);
  const pane = visible.find(({ id }) => id === focused);
  const stateOf = useCallback((id: string) => states[id] ?? CONNECTING, [states]);
  const isLivePane = (id: string) => isLive(stateOf(id));
  useLeaveGuard(
    () => allPanes(layout).some(({ id }) => isLivePane(id)),
    (leave) => leave(),
  );

  // Looked up when it is called: a dialog may go after the pane it was opened for.
  const latestFocused = useRef(focused);
  const focusSession = useCallback(() => handles.current.get(latestFocused.current ?? '')?.focus(), []);
  useEffect(() => {
    latestFocused.current = focused;
    focusSession();
  }, [focused, focusSession]);

  /** Takes a warning back, and nothing else that was said meanwhile. */
  const clearWarning = (id: string, kind: Notice['kind']) =>
    setNotices((before) => (before[id]?.kind === kind ? { ...before, [id]: undefined } : before));

  const closePanel = () => {
    dock.show(undefined);
    focusSession();
  };

  const open = (target: SessionPlace, place: Place) => change({ type: 'open', pane: newPane(target), place });

  return {
    layout,
    change,
    /** What this window was opened with: panes, and what is typed into each once. */
    begun,
    tab,
    /** The pane with the focus. */
    pane,
    visible,
    paneOf: (sessionId: string) => allPanes(layout).find((one) => one.sessionId === sessionId),
    paneById: (id: string) => allPanes(layout).find((one) => one.id === id),
    stateOf,
    isLive: isLivePane,
    notices,
    handle: (id: string) => handles.current.get(id),
    keepHandle: (id: string, handle: SessionHandle | null) => {
      if (handle) {
        handles.current.set(id, handle);
      } else {
        handles.current.delete(id);
      }
    },
    focusSession,
    setSession: (id: string, { id: sessionId, ...session }: PreparedSession) =>
      change({ type: 'session', id, session: { sessionId, ...session } }),
    setState: (id: string, state: SessionState) => setStates((before) => ({ ...before, [id]: state })),
    setNotice: (id: string, notice: Notice) => {
      if (notice.kind === 'participants') {
        onParticipants(id, notice);
      } else if (notice.kind === 'watched') {
        setWatchers((before) => ({ ...before, [id]: notice.participants ?? [] }));
      } else if (notice.from !== undefined) {
        setMessages((before) => ({ ...before, [id]: [...(before[id] ?? []), notice.text] }));
      } else if (notice.seconds === 0) {
        clearWarning(id, notice.kind);
      } else {
        setNotices((before) => ({ ...before, [id]: notice }));
      }
    },
    closeNotice: (id: string) => setNotices((before) => ({ ...before, [id]: undefined })),
    /** What administrators said to the person. Nothing else that happens puts it away: only they do, one by one. */
    messagesOf: (id: string) => messages[id] ?? [],
    putMessageAway: (id: string) =>
      setMessages((before) => ({ ...before, [id]: (before[id] ?? []).slice(1) })),
    /** The person did something in the session: it is not idle. */
    onActivity: (id: string) => clearWarning(id, 'idle'),
    /** Who else is in the session of a pane, while it lasts. */
    participantsOf: (id: string) => (isLivePane(id) ? participantsOf(id) : []),
    /** Who looks on without being in it, as far as the person is to know. */
    watchersOf: (id: string) => (isLivePane(id) ? (watchers[id] ?? []) : []),
    /** The panel beside the sessions belongs to the one with the focus. */
    dock,
    openPanel: (id: SessionPanelId, how: 'take-keyboard' | 'leave-keyboard') => {
      dock.show(id);
      if (how === 'take-keyboard' || dock.isSheet) {
        dock.focus();
      } else {
        focusSession();
      }
    },
    closePanel,
    /** Back to the session; a panel that covers it goes. */
    leavePanel: () => (dock.isSheet ? closePanel() : focusSession()),
    isChoosing,
    setChoosing,
    open,
    /** Goes on here with a session of the person that lives elsewhere. */
    takeOver: (session: OwnSession, place: Place) => {
      const { id: sessionId, ...rights } = preparedSession(session);
      const { vmId, protocol } = session;
      const vm = vmId === '' ? undefined : { id: vmId, console: consoleOf(protocol) };
      const taken = { ...newPane({ ...placeOf(session), vm }), sessionId, ...rights };
      change({ type: 'open', pane: taken, place });
    },
    close: (ids: readonly string[]) => {
      for (const id of ids) {
        handles.current.get(id)?.end();
        change({ type: 'close', id });
      }
    },
    /** Another try after the end: a new session, or the same one where it only went to another window. */
    startAgain: (id: string) => {
      const newId = newPaneId();
      change({ type: isTakenOver(stateOf(id)) ? 'resume' : 'renew', id, newId });
      onRenew?.(id, newId);
    },
    /** To the pane beside the one with the focus. */
    moveFocus: (direction: MoveDirection) => {
      const next = tab && neighbour(tab.tree, tab.focused, direction);
      if (next !== undefined) {
        change({ type: 'focus', id: next });
      }
    },
    selectTab: (index: number) => {
      const to = layout.tabs[index]?.focused;
      if (to !== undefined) {
        change({ type: 'focus', id: to });
      }
    },
    split: (pane: Pane, place: Place) => open(placeOf(pane), place),
  };
}
