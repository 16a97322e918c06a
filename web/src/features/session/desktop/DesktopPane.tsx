import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { Notice } from '@jadegate/contract/session/session-notice';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

import { DesktopPicture, type Box } from '../../../components/desktop/desktop-picture.ts';
import { DesktopPointer } from '../../../components/desktop/desktop-pointer.ts';
import { KEYSYM, keysymOf } from '../../../components/desktop/key-combinations.ts';
import { KeyboardField } from '../../../components/desktop/keyboard-field.ts';
import type { TouchMode } from '../../../components/desktop/touch-mode.ts';
import type { SessionPlace } from '../session-frame/pane-tree.ts';
import { prepareSession, type PreparedSession } from '../session-frame/prepare-session.ts';
import type { SessionState } from '../session-frame/session-state.ts';
import type { SessionHandle } from '../session-frame/tenant.ts';
import { DesktopClipboard } from './desktop-clipboard.ts';
import { DesktopLink } from './desktop-link.ts';
import { Microphone, type MicrophoneState } from './microphone.ts';
import { openDesktopSocket } from './open-desktop-socket.ts';
import { PasteTyper } from './paste-typer.ts';
import { isTypedByKeys, lostCharacters, type InputWay } from './text-reach.ts';

import fieldStyles from '../../../components/desktop/desktop.module.css';
import styles from './DesktopPane.module.css';

/** What the page may do with a desktop. */
export interface DesktopHandle extends SessionHandle {
  press(keysyms: readonly number[]): void;
  /** Gives the desktop a text to be pasted there; answers whether it has it. */
  putClipboard(text: string): boolean;
  /** Types a text as if by hand, for desktops that do not take what is pasted. */
  type(text: string): void;
  /** Lets the desktop hear the microphone, or no longer. */
  talk(isOn: boolean): void;
  /** What it asked for. */
  answer(values: Readonly<Record<string, string>>): void;
}

interface DesktopPaneProps {
  place: Pick<SessionPlace, 'assetId' | 'vm'>;
  /** The session to come back to; without it a new one is opened. */
  sessionId: string | undefined;
  /** Given by the address: the desktop keeps this size. */
  fixedSize: Box | undefined;
  touchMode: TouchMode;
  protocol: Protocol | undefined;
  inputWay: InputWay;
  mayCopy: boolean;
  mayPaste: boolean;
  onSession: (session: PreparedSession) => void;
  onState: (state: SessionState) => void;
  onNotice: (notice: Notice) => void;
  onFocus: () => void;
  onActivity: () => void;
  onCopied: (text: string, isWritten: boolean) => void;
  /** Something was to be pasted that may not be. */
  onPasteRefused: () => void;
  /** Something was to be pasted that would arrive as something else. */
  onPasteLost: () => void;
  onRequired: (names: readonly string[]) => void;
  onMicrophone: (state: MicrophoneState) => void;
  ref: Ref<DesktopHandle>;
}

interface Parts {
  link: DesktopLink;
  keys: KeyboardField;
  clipboard: DesktopClipboard;
  pointer: DesktopPointer | undefined;
  microphone: Microphone;
}

const PASTE_KEYS = {
  'ctrl-v': [KEYSYM.ctrl, keysymOf('v')],
  'shift-insert': [KEYSYM.shift, KEYSYM.insert],
} as const;
const SMALLEST = 200;
/** An RDP host that takes another size drops keys meanwhile: xrdp on the same machine for a tenth of a second. */
const RDP_RESIZE_MS = 500;

/** One desktop on one session. It stays as it is while its page does. */
export function DesktopPane({ ref, ...props }: DesktopPaneProps) {
  const { t } = useTranslation('desktop');
  const holder = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const parts = useRef<Parts>(undefined);
  // The desktop is made once; what it calls is looked up when it calls.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!holder.current || !field.current) {
      return undefined;
    }
    const made = makeParts(holder.current, field.current, latest);
    parts.current = made.parts;
    return () => {
      parts.current = undefined;
      made.dispose();
    };
  }, []);

  useImperativeHandle(
    ref,
    () => ({
      press: (keysyms) => parts.current?.keys.press(keysyms),
      putClipboard: (text) => parts.current?.clipboard.paste(text) ?? false,
      type: (text) => parts.current?.keys.type(text),
      talk: (isOn) => talk(parts.current, isOn),
      answer: (values) => parts.current?.link.answer(values),
      focus: () => parts.current?.keys.focus(),
      retry: () => parts.current?.link.retryNow(),
      stay: () => parts.current?.pointer?.repeat(),
      end: () => parts.current?.link.end(),
    }),
    [],
  );

  return (
    <div className={styles.pane}>
      <div ref={holder} className={styles.picture} data-part="desktop" />
      <textarea
        ref={field}
        className={fieldStyles.field}
        aria-label={t('input', { keys: 'Alt+Shift+L' })}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
      />
    </div>
  );
}

function makeParts(
  holder: HTMLElement,
  field: HTMLTextAreaElement,
  latest: { readonly current: Omit<DesktopPaneProps, 'ref'> },
): { parts: Parts; dispose: () => void } {
  const { place, sessionId, fixedSize } = latest.current;
  const stop = new AbortController();
  const { signal } = stop;
  const picture = new DesktopPicture(holder, { onBox: () => !fixedSize && link.resize(sizeOf(picture.box)) });
  const keys = new KeyboardField(field, {
    onKey: (isPressed, keysym) => {
      typer.inTurn(() => client()?.sendKeyEvent(isPressed ? 1 : 0, keysym));
      latest.current.onActivity();
      clipboard.onGesture();
    },
    onFocus: () => {
      latest.current.onFocus();
      void clipboard.bringAlong();
    },
    onBlur: () => parts.pointer?.releaseAll(),
    onPaste: (text) => {
      if (!latest.current.mayPaste) {
        latest.current.onPasteRefused();
        return true;
      }
      if (!carries(text)) {
        // With the keys the desktop would paste what it had before.
        latest.current.onPasteLost();
        return false;
      }
      clipboard.paste(text);
      return true;
    },
    onText: (text) => {
      const { inputWay, mayPaste } = latest.current;
      const isPasted = inputWay !== 'keys' && mayPaste && !isTypedByKeys(text) && carries(text);
      if (isPasted) {
        typer.type(text);
        latest.current.onActivity();
      }
      return isPasted;
    },
  });
  const carries = (text: string) => lostCharacters(latest.current.protocol, text).length === 0;
  const typer = new PasteTyper({
    put: (text) => clipboard.paste(text),
    paste: () => {
      const { inputWay } = latest.current;
      const paste = inputWay === 'keys' ? [] : PASTE_KEYS[inputWay];
      paste.forEach((keysym) => client()?.sendKeyEvent(1, keysym));
      paste.toReversed().forEach((keysym) => client()?.sendKeyEvent(0, keysym));
    },
  });
  const microphone = new Microphone((state) => latest.current.onMicrophone(state));
  let known = sessionId;
  const link = new DesktopLink({
    size: fixedSize ?? sizeOf(picture.box),
    whenQuiet: (tell) => typer.inTurn(tell, latest.current.protocol === 'rdp' ? RDP_RESIZE_MS : 0),
    open: async (size) => {
      if (known === undefined) {
        const session = await prepareSession(place, 'guacd');
        known = session.id;
        latest.current.onSession(session);
      }
      return openDesktopSocket(known, size);
    },
    events: {
      onClient: (next) => {
        picture.show(next);
        clipboard.forget();
        parts.pointer = new DesktopPointer(next, {
          touchMode: () => latest.current.touchMode,
          onUse: () => latest.current.onActivity(),
        });
      },
      onState: (state) => {
        if (state.name !== 'connected') {
          microphone.stop();
        }
        latest.current.onState(state);
      },
      onNotice: (notice) => latest.current.onNotice(notice),
      onClipboard: (text) => void clipboard.onRemote(text),
      onRequired: (names) => latest.current.onRequired(names),
    },
  });
  const client = () => link.client;
  const clipboard = new DesktopClipboard({
    mayCopy: () => latest.current.mayCopy,
    mayPaste: () => latest.current.mayPaste,
    carries,
    send: (text) => link.sendClipboard(text),
    onCopied: (text, isWritten) => latest.current.onCopied(text, isWritten),
  });
  const parts: Parts = { link, keys, clipboard, pointer: undefined, microphone };

  holder.addEventListener(
    'mousedown',
    (event) => {
      // The keyboard stays with the field, which stands where the pointer is.
      event.preventDefault();
      const { left, top } = holder.getBoundingClientRect();
      field.style.left = `${event.clientX - left}px`;
      field.style.top = `${event.clientY - top}px`;
      keys.focus();
      clipboard.onGesture();
    },
    { signal },
  );
  // A finger does not bring up the keyboard of a phone; its button does.
  holder.addEventListener('touchstart', () => latest.current.onFocus(), { signal, passive: true });
  window.addEventListener('focus', () => document.activeElement === field && void clipboard.bringAlong(), {
    signal,
  });
  window.addEventListener('online', () => link.retryNow(), { signal });
  // A laptop that was opened again, a phone that was unlocked.
  document.addEventListener('visibilitychange', () => !document.hidden && link.retryNow(), { signal });
  link.start();

  return {
    parts,
    dispose: () => {
      stop.abort();
      typer.dispose();
      microphone.stop();
      keys.dispose();
      link.leave();
      picture.dispose();
    },
  };
}

function talk(parts: Parts | undefined, isOn: boolean): void {
  const client = parts?.link.client;
  if (isOn && client) {
    parts.microphone.start(client);
  } else {
    parts?.microphone.stop();
  }
}

function sizeOf({ width, height }: Box): Box {
  return { width: Math.max(SMALLEST, width), height: Math.max(SMALLEST, height) };
}
