import type { Language } from '@jadegate/contract/language';
import { sayAdvice, sayEnd, type SessionEnd } from '@jadegate/contract/session/session-end';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import {
  NATIVE_SSH,
  type NativeSshClient,
  type NativeSshHost,
} from '../terminal-session/native-ssh.interface.ts';
import type { Reason } from './refused.ts';

/** The seat of an SSH connection in one session. It leaves only when it is dropped: the connection ends its sessions. */
export class SessionSeat implements NativeSshClient {
  readonly kind = NATIVE_SSH;
  readonly canReturn = false;
  readonly begin: { size: TerminalSize };
  /** Undefined when the session could not be opened; `reason` says why. */
  readonly host: Promise<NativeSshHost | undefined>;
  /** Why the session let go of it. */
  reason: Reason | undefined;
  readonly #closeListeners: (() => void)[] = [];
  #settle: (host: NativeSshHost | undefined) => void = () => undefined;

  constructor(size: TerminalSize) {
    this.begin = { size };
    this.host = new Promise((resolve) => (this.#settle = resolve));
  }

  take(host: NativeSshHost): void {
    this.#settle(host);
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  drop(text: string, _advice?: string, _code?: number, end?: SessionEnd): void {
    this.reason ??= (language) => (end ? sayAll(end, language) : text);
    this.#settle(undefined);
  }

  /** The connection is gone. */
  leave(): void {
    this.#closeListeners.splice(0).forEach((listener) => listener());
  }
}

function sayAll(end: SessionEnd, language: Language): string {
  return [sayEnd(end, language), sayAdvice(end, language)].filter((text) => text !== '').join(': ');
}
