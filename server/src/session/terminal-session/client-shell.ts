import type { Frame } from '@jadegate/contract/session/terminal-socket';

import type { ChannelToClient } from '../../protocols/ssh-server/client-channel.ts';
import type { SshProcess } from '../../protocols/ssh/process.ts';
import type { ChannelEnd, TerminalChannel } from '../../protocols/terminal-channel.ts';
import type { TerminalPeer } from './terminal-client.ts';

/** The terminal of somebody's own SSH client, as the one that types. What it has taken counts as read. */
export class ClientShell implements TerminalPeer {
  readonly confirms = 'send';
  readonly #channel: ChannelToClient;
  #isOver = false;

  constructor(channel: ChannelToClient) {
    this.#channel = channel;
  }

  get backlog(): number {
    return this.#channel.backlog;
  }

  send(frame: Frame, sent?: () => void): void {
    if (frame.type === 'data' && !this.#isOver) {
      this.#channel.write(frame.bytes, sent);
    } else {
      sent?.();
    }
  }

  setListening(isListening: boolean): void {
    if (isListening) {
      this.#channel.input.resume();
    } else {
      this.#channel.input.pause();
    }
  }

  finish(end: ChannelEnd): void {
    this.#isOver = true;
    this.#channel.finish(end);
  }

  drop(reason: string): void {
    if (!this.#isOver) {
      this.#isOver = true;
      // The cursor may stand anywhere.
      this.#channel.refuse(`\r\n${reason}`);
    }
  }
}

/** What a terminal needs of a process. */
export function terminalChannelOf(process: SshProcess): TerminalChannel {
  return {
    get isFull() {
      return process.isFull;
    },
    write: (bytes) => process.write(bytes),
    resize: (size) => process.resize(size),
    pause: () => process.pause(),
    resume: () => process.resume(),
    close: () => process.close(),
  };
}
