import type { Participant } from '@jadegate/contract/session-notice';
import type { Seat } from '@jadegate/contract/session-share';
import { useEffect, useRef, useState, type RefObject } from 'react';

import type { WatchState } from '../../api/watch-socket.ts';
import { watchTerminal } from '../../api/watch-terminal.ts';
import { useParticipants } from '../../components/session/useParticipants.ts';
import { FixedTerminal } from '../../components/terminal/fixed-terminal.ts';
import { useClipboardRules } from '../../components/terminal/useClipboardRules.tsx';
import { askForSeat, seatPath, type Way } from './session-share.queries.ts';

const HERE = 'here';

interface SharedTerminal {
  state: WatchState;
  seat: Seat | undefined;
  people: readonly Participant[];
  holder: RefObject<HTMLDivElement | null>;
}

/** A terminal on an element that shows another person's session, and types into it where the seat allows. */
export function useSharedTerminal(way: Way): SharedTerminal {
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<WatchState>({ name: 'connecting' });
  const [seat, setSeat] = useState<Seat>();
  const { participantsOf, onParticipants } = useParticipants();
  const { confirmPaste, refuse } = useClipboardRules();
  // The terminal is made once; what it calls is looked up when it calls.
  const latest = useRef({ way, onParticipants, confirmPaste, refuse });
  useEffect(() => {
    latest.current = { way, onParticipants, confirmPaste, refuse };
  });

  useEffect(() => {
    const element = holder.current;
    if (!element) {
      return undefined;
    }
    let taken: Seat | undefined;
    let terminal: FixedTerminal | undefined;
    let isFresh = true;
    let isGone = false;
    const open = async () => {
      const next = await askForSeat(latest.current.way);
      if (isGone) {
        return seatPath(next);
      }
      taken = next;
      setSeat(next);
      terminal ??= new FixedTerminal(element, {
        ...(next.mode === 'write' && { onInput: (bytes: Uint8Array) => watch.send(bytes) }),
        clipboard: {
          mayUseClipboard: (use, how) => {
            const may = use === 'copy' ? taken?.mayCopy : taken?.mayPaste;
            if (may !== true && how !== 'quietly') {
              latest.current.refuse(use);
            }
            return may === true;
          },
          confirmPaste: (text) => latest.current.confirmPaste(text),
        },
      });
      return seatPath(next);
    };
    const watch = watchTerminal(open, {
      onStart: () => (isFresh = true),
      onSize: (size) => {
        if (isFresh) {
          terminal?.reset(size);
        } else {
          terminal?.resize(size);
        }
        isFresh = false;
      },
      onOutput: (bytes) => terminal?.write(bytes),
      onState: (next) => !isGone && setState(next),
      onNotice: (notice) => notice.kind === 'participants' && latest.current.onParticipants(HERE, notice),
    });
    return () => {
      isGone = true;
      watch.stop();
      terminal?.dispose();
    };
  }, []);

  return { state, seat, people: participantsOf(HERE), holder };
}
