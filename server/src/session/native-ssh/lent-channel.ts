import { PassThrough } from 'node:stream';

import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { ChannelToClient, ClientChannel } from '../../protocols/ssh-server/client-channel.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';

/** The channel of the menu while a session has it: when that is over the channel goes back, and is not closed. */
export class LentChannel implements ChannelToClient {
  readonly input = new PassThrough();
  /** Resolves when it is given back. */
  readonly returned: Promise<void>;
  /** Why it was given back before its time: the menu shows it, since it clears the screen. */
  reason: string | undefined;
  readonly #channel: ClientChannel;
  #giveBack: () => void = () => undefined;
  #isBack = false;

  constructor(channel: ClientChannel) {
    this.#channel = channel;
    this.returned = new Promise((resolve) => (this.#giveBack = resolve));
  }

  get requests() {
    return this.#channel.requests;
  }

  get backlog() {
    return this.#channel.backlog;
  }

  /** What the client typed; answers whether there is room for more. */
  type(bytes: Uint8Array): boolean {
    return this.input.write(bytes);
  }

  write(bytes: Uint8Array, sent?: () => void): void {
    if (this.#isBack) {
      sent?.();
    } else {
      this.#channel.write(bytes, sent);
    }
  }

  writeError(bytes: Uint8Array, sent?: () => void): void {
    this.write(bytes, sent);
  }

  onResize(listener: (size: TerminalSize) => void): void {
    this.#channel.onResize(listener);
  }

  onSignal(listener: (name: string) => void): void {
    this.#channel.onSignal(listener);
  }

  onClose(listener: () => void): void {
    this.#channel.onClose(listener);
  }

  finish(_end: ChannelEnd): void {
    this.#isBack = true;
    this.#giveBack();
  }

  refuse(text: string): void {
    this.reason = text.trim();
    this.finish({ kind: 'closed' });
  }
}
