import type { Client, ClientChannel } from 'ssh2';

import { endOfSocket, type ChannelEnd } from '../terminal-channel.ts';
import { openSftp, type Sftp } from './sftp.ts';
import { goOnReading, holdReading } from './share-reading.ts';
import { SshError } from './ssh-error.ts';

/** The target let us in but runs no command. */
export class NoExec extends Error {
  constructor(cause: unknown) {
    super('ssh: no exec', { cause });
    this.name = 'NoExec';
  }
}

/** A command that was told to end has this long before it is killed, and the connection cut. */
const TERM_MS = 500;
const KILL_MS = 200;

/** A connection that runs one command without a terminal: what it prints comes in the order in which it was printed. */
export class SshExec {
  readonly #client: Client;
  readonly #env: Readonly<Record<string, string>>;
  #channel: ClientChannel | undefined;
  #hasEnded = false;
  #isOver = false;

  constructor(client: Client, env: Readonly<Record<string, string>> = {}) {
    this.#client = client;
    this.#env = env;
  }

  /** Resolves with how it ended. Rejects when the host runs nothing. */
  run(command: string, onData: (bytes: Uint8Array) => void): Promise<ChannelEnd> {
    return new Promise((resolve, reject) => {
      let end: ChannelEnd = { kind: 'closed' };
      this.#client.on('error', (error: Error & { level?: string }) => {
        end = error.level === 'client-timeout' ? { kind: 'silent' } : endOfSocket(error);
      });
      const finish = () => (this.#channel ? resolve(end) : reject(new SshError('closed')));
      this.#client.once('close', finish);
      if (this.#isOver) {
        finish();
        return;
      }
      this.#client.exec(command, { env: this.#env }, (error, channel) => {
        if (error) {
          reject(new NoExec(error));
          return;
        }
        this.#channel = channel;
        channel.on('error', () => undefined);
        channel.on('data', onData);
        channel.stderr.on('data', onData);
        channel.on('exit', (code: number | null, signal?: string) => {
          end = code === null ? { kind: 'signal', signal: signal ?? '' } : { kind: 'exit', code };
        });
        channel.once('close', () => {
          this.#hasEnded = true;
          finish();
        });
        // Nobody types: a command that reads finds the end at once.
        channel.end();
      });
    });
  }

  pause(): void {
    this.#channel?.pause();
    this.#channel?.stderr.pause();
    holdReading(this.#client);
  }

  resume(): void {
    this.#channel?.resume();
    this.#channel?.stderr.resume();
    goOnReading(this.#client);
  }

  openFiles(): Promise<Sftp> {
    return openSftp(this.#client);
  }

  /** Asks the command to end, then makes it. Closing the channel alone would leave a silent one running. */
  async stop(): Promise<void> {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    const channel = this.#channel;
    // A reader that was held back would never see the end of it.
    this.resume();
    if (channel && !this.#hasEnded) {
      for (const [signal, waitMs] of [
        ['TERM', TERM_MS],
        ['KILL', KILL_MS],
      ] as const) {
        if (await this.#endsAfter(channel, signal, waitMs)) {
          break;
        }
      }
      channel.destroy();
    }
    this.#client.end();
    // A target that does not answer the goodbye must not keep the socket.
    this.#client.destroy();
  }

  #endsAfter(channel: ClientChannel, signal: string, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (hasEnded: boolean) => {
        clearTimeout(timer);
        channel.off('close', onClose);
        resolve(hasEnded);
      };
      const onClose = () => done(true);
      const timer = setTimeout(() => done(false), waitMs);
      channel.once('close', onClose);
      try {
        sendSignal(this.#client, channel, signal);
      } catch {
        // The connection is gone already, and with it the way to say anything.
        done(true);
      }
    });
  }
}

/** `channel.signal` sends nothing once its input has ended, though the host still takes signals then. */
export function sendSignal(client: Client, channel: ClientChannel, signal: string): void {
  const { _protocol: protocol } = client as unknown as {
    _protocol: { signal(recipient: number, name: string): void };
  };
  const { outgoing } = channel as unknown as { outgoing: { id: number } };
  protocol.signal(outgoing.id, signal);
}
