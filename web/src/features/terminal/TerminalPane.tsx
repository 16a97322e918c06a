import type { TerminalSize } from '@jadegate/contract/terminal-socket';
import { useEffect, useRef, type Ref, useImperativeHandle } from 'react';

import { openSocket, prepareSession } from './open-session.ts';
import { TerminalLink, type LinkState } from './terminal-link.ts';
import type { TerminalPreferences } from './terminal-preferences.ts';
import { TerminalView } from './terminal-view.ts';

import styles from './TerminalPane.module.css';

/** What the page may do with a terminal. */
export interface TerminalHandle {
  paste(text: string): void;
  find(text: string, backwards?: boolean): boolean;
  focus(): void;
  retry(): void;
  end(): void;
}

interface TerminalPaneProps {
  assetId: string;
  /** The session to come back to; without it a new one is opened. */
  sessionId: string | undefined;
  preferences: TerminalPreferences;
  onSession: (sessionId: string) => void;
  onState: (state: LinkState) => void;
  onNotice: (text: string) => void;
  confirmPaste: (text: string) => Promise<boolean>;
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
    const { assetId, sessionId, preferences } = latest.current;
    const view = new TerminalView(holder, preferences, {
      onInput: (bytes) => link.write(bytes),
      onResize: (size) => link.resize(size),
      confirmPaste: (text) => latest.current.confirmPaste(text),
    });
    let known = sessionId;
    const open = async (query: { size: TerminalSize; from: number | undefined }) => {
      if (known === undefined) {
        known = await prepareSession(assetId);
        latest.current.onSession(known);
      }
      return openSocket(known, query);
    };
    const link = new TerminalLink({
      open,
      size: view.size,
      events: {
        onOutput: (bytes, shown) => view.write(bytes, shown),
        onState: (state) => latest.current.onState(state),
        onNotice: ({ text }) => latest.current.onNotice(text),
      },
    });
    parts.current = { view, link };
    link.start();
    view.focus();
    const onOnline = () => link.retryNow();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      parts.current = undefined;
      link.leave();
      view.dispose();
    };
  }, []);

  const { preferences } = props;
  useEffect(() => parts.current?.view.prefer(preferences), [preferences]);

  useImperativeHandle(
    ref,
    () => ({
      paste: (text) => parts.current?.view.paste(text),
      find: (text, backwards) => parts.current?.view.find(text, backwards) ?? false,
      focus: () => parts.current?.view.focus(),
      retry: () => parts.current?.link.retryNow(),
      end: () => parts.current?.link.end(),
    }),
    [],
  );
  return <div ref={element} className={styles.pane} />;
}
