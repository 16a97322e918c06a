import { useRef, useState } from 'react';

import type { SessionDesk } from '../session-frame/useSessionDesk.ts';
import { receivers, withHeld, type HeldKey } from './broadcast.ts';
import type { TerminalHandle } from './TerminalPane.tsx';
import type { Broadcast } from './useBroadcast.ts';

/** The terminals of the window, and where keys go that are typed into one of them. */
export function useTerminals(desk: SessionDesk, broadcast: Broadcast) {
  const handles = useRef(new Map<string, TerminalHandle>());
  const [held, setHeld] = useState<HeldKey>();
  const { pane, visible, stateOf } = desk;

  return {
    /** The terminal with the focus. */
    focused: () => handles.current.get(pane?.id ?? ''),
    keep: (id: string, handle: TerminalHandle | null) => {
      if (handle) {
        handles.current.set(id, handle);
      } else {
        handles.current.delete(id);
      }
    },
    send: (id: string, text: string) => handles.current.get(id)?.send(new TextEncoder().encode(text)),
    /** Was tapped, and holds for the next key. */
    held,
    setHeld,
    type: (from: string, bytes: Uint8Array, text: string, how: 'typed' | 'pasted') => {
      const keys = held ? new TextEncoder().encode(withHeld(held, text)) : bytes;
      setHeld(undefined);
      desk.onActivity(from);
      // A pane whose session may not be pasted into receives only what is typed.
      const allowed = how === 'typed' ? visible : visible.filter(({ mayPaste }) => mayPaste !== false);
      // The answer to the question of one host is for no other, and theirs not for this.
      const isAsked = stateOf(from).name === 'asking';
      const ids = allowed
        .map(({ id }) => id)
        .filter((id) => id === from || (!isAsked && stateOf(id).name !== 'asking'));
      const { chosen } = broadcast;
      for (const id of receivers({ from, text, focused: pane?.id, chosen, visible: ids })) {
        handles.current.get(id)?.send(keys);
      }
    },
  };
}
