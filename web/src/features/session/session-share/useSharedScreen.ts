import { hasTerminal } from '@jadegate/contract/access/asset-attributes';
import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import type { Seat } from '@jadegate/contract/session/session-share';
import { App } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import { watchSocket, type SocketTold, type WatchState } from '../../../api/watch-socket.ts';
import { IN_BYTES } from '../../../api/watch-terminal.ts';
import { useParticipants } from '../../../components/session/useParticipants.ts';
import { useClipboardRules } from '../../../components/terminal/useClipboardRules.tsx';
import { askForSeat, seatPath, type Way } from './session-share.queries.ts';

const HERE = 'here';

/** What another person's session is shown on. */
interface SharedScreen {
  follow(socket: WebSocket, tell: SocketTold, onNotice: (notice: Notice) => void): void;
  dispose(): void;
}

interface Shared {
  state: WatchState;
  seat: Seat | undefined;
  people: readonly Participant[];
  holder: RefObject<HTMLDivElement | null>;
}

/** Another person's session on an element, a terminal or a desktop, with the keyboard where the seat allows it. */
export function useSharedScreen(way: Way): Shared {
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<WatchState>({ name: 'connecting' });
  const [seat, setSeat] = useState<Seat>();
  const { participantsOf, onParticipants } = useParticipants();
  const rules = useClipboardRules();
  const { t } = useTranslation('session-share');
  const { message } = App.useApp();
  // The screen is made once; what it calls is looked up when it calls.
  const latest = useRef({ way, onParticipants, rules, t, message });
  useEffect(() => {
    latest.current = { way, onParticipants, rules, t, message };
  });

  useEffect(() => {
    const element = holder.current;
    if (!element) {
      return undefined;
    }
    let taken: Seat | undefined;
    let screen: SharedScreen | undefined;
    let isGone = false;
    const onNotice = (notice: Notice) =>
      notice.kind === 'participants' && latest.current.onParticipants(HERE, notice);
    const open = async () => {
      const next = await askForSeat(latest.current.way);
      if (!isGone) {
        taken = next;
        setSeat(next);
        screen ??= await makeScreen(element, next, {
          may: (use) => (use === 'copy' ? taken?.mayCopy : taken?.mayPaste) === true,
          rules: () => latest.current.rules,
          inputLabel: latest.current.t('desktop.input', { keys: 'Alt+Shift+L' }),
          onPasteRefused: () =>
            void latest.current.message.info({
              key: 'desktop-guest-paste',
              content: latest.current.t('desktop.noPaste'),
            }),
        });
      }
      return seatPath(next);
    };
    const stop = watchSocket(open, IN_BYTES, {
      onState: (next) => !isGone && setState(next),
      onSocket: (socket, tell) => screen?.follow(socket, tell, onNotice),
    });
    return () => {
      isGone = true;
      stop();
      screen?.dispose();
    };
  }, []);

  return { state, seat, people: participantsOf(HERE), holder };
}

interface ScreenRules {
  may: (use: 'copy' | 'paste') => boolean;
  rules: () => ReturnType<typeof useClipboardRules>;
  /** What the field for a desktop's keys is called. */
  inputLabel: string;
  /** The clipboard of a desktop is its person's. */
  onPasteRefused: () => void;
}

/** What draws a desktop is fetched by those who look at one. */
async function makeScreen(element: HTMLElement, seat: Seat, options: ScreenRules): Promise<SharedScreen> {
  if (hasTerminal(seat.protocol)) {
    const { SharedTerminal } = await import('./shared-terminal.ts');
    return new SharedTerminal(element, seat, options);
  }
  const { SharedDesktop } = await import('./shared-desktop.ts');
  return new SharedDesktop(element, seat, options);
}
