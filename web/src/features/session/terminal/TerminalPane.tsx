import { hasTerminal } from '@jadegate/contract/access/asset-attributes';
import type { Notice } from '@jadegate/contract/session/session-notice';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

import type { SessionPlace } from '../session-frame/pane-tree.ts';
import { prepareSession, type PreparedSession } from '../session-frame/prepare-session.ts';
import type { SessionState } from '../session-frame/session-state.ts';
import type { SessionHandle } from '../session-frame/tenant.ts';
import { openTerminalSocket } from './open-terminal-socket.ts';
import { TerminalLink } from './terminal-link.ts';
import type { TerminalLook } from './terminal-preferences.ts';
import { SCHEMES } from './terminal-schemes.ts';
import { TerminalView, type Found, type SoftKey, type TerminalViewEvents } from './terminal-view.ts';

import styles from './TerminalPane.module.css';

/** What the page may do with a terminal. */
export interface TerminalHandle extends SessionHandle {
  /** Sends what was typed, here or in another pane. */
  send(bytes: Uint8Array): void;
  paste(text: string): void;
  press(key: SoftKey): void;
  find: TerminalView['find'];
  endFind(): void;
  selection(): string;
  /** The selection, else the line that is or was typed last. */
  line(): string;
}

interface TerminalPaneProps extends Omit<TerminalViewEvents, 'onResize'> {
  place: Pick<SessionPlace, 'assetId' | 'vm'>;
  /** The session to come back to; without it a new one is opened. */
  sessionId: string | undefined;
  look: TerminalLook;
  onSession: (session: PreparedSession) => void;
  onState: (state: SessionState) => void;
  onNotice: (notice: Notice) => void;
  onFound: (found: Found) => void;
  ref: Ref<TerminalHandle>;
}

/** One terminal on one session. It stays as it is while its page does; only preferences change under it. */
export function TerminalPane({ ref, ...props }: TerminalPaneProps) {
  const element = useRef<HTMLDivElement>(null);
  const parts = useRef<{ view: TerminalView; link: TerminalLink }>(undefined);
  // The terminal is made once; what it calls is looked up when it calls.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const holder = element.current;
    if (!holder) {
      return undefined;
    }
    const { place, sessionId, look: first } = latest.current;
    const view = new TerminalView(holder, first, {
      onInput: (bytes, text, how) => latest.current.onInput(bytes, text, how),
      onResize: (size) => link.resize(size),
      onFound: (found) => latest.current.onFound(found),
      onFocus: () => latest.current.onFocus(),
      onDirectory: (path) => latest.current.onDirectory(path),
      onCopy: (text) => latest.current.onCopy(text),
      mayUseClipboard: (way, how) => latest.current.mayUseClipboard(way, how),
      confirmPaste: (text) => latest.current.confirmPaste(text),
    });
    let known = sessionId;
    // What a session that is come back to sends first was on the screen before.
    let isReplay = sessionId !== undefined;
    const open = async (query: { size: TerminalSize; from: number | undefined }) => {
      if (known === undefined) {
        const session = await prepareSession(place, 'native');
        known = session.id;
        latest.current.onSession(session);
        if (!hasTerminal(session.protocol)) {
          // The asset is of another kind, whose part of the frame goes on with the session: this one is taken down.
          return new Promise<WebSocket>(() => undefined);
        }
      }
      return openTerminalSocket(known, query);
    };
    const link = new TerminalLink({
      open,
      size: view.size,
      events: {
        onOutput: (bytes, shown) => {
          if (isReplay) {
            isReplay = false;
            view.replay(bytes, shown);
          } else {
            view.write(bytes, shown);
          }
        },
        onScreen: (bytes) => {
          isReplay = false;
          view.restart(bytes);
        },
        onState: (state) => latest.current.onState(state),
        onNotice: (notice) => latest.current.onNotice(notice),
      },
    });
    parts.current = { view, link };
    link.start();
    const stop = new AbortController();
    const retry = () => link.retryNow();
    window.addEventListener('online', retry, { signal: stop.signal });
    // A laptop that was opened again, a phone that was unlocked.
    document.addEventListener('visibilitychange', () => !document.hidden && retry(), { signal: stop.signal });
    return () => {
      stop.abort();
      parts.current = undefined;
      link.leave();
      view.dispose();
    };
  }, []);

  const { t } = useTranslation('terminal');
  const label = t('input', { keys: 'Alt+Shift+L' });
  useEffect(() => parts.current?.view.name(label), [label]);

  const { look } = props;
  useEffect(() => parts.current?.view.prefer(look), [look]);

  useImperativeHandle(
    ref,
    () => ({
      send: (bytes) => parts.current?.link.write(bytes),
      paste: (text) => parts.current?.view.paste(text),
      press: (key) => parts.current?.view.press(key),
      find: (text, how) => parts.current?.view.find(text, how),
      endFind: () => parts.current?.view.endFind(),
      selection: () => parts.current?.view.selection ?? '',
      line: () => parts.current?.view.line ?? '',
      focus: () => parts.current?.view.focus(),
      retry: () => parts.current?.link.retryNow(),
      stay: () => parts.current?.link.stay(),
      end: () => parts.current?.link.end(),
    }),
    [],
  );
  const { background } = SCHEMES[look.scheme];
  return <div ref={element} className={styles.pane} style={{ background }} />;
}
