import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import type { Client, ClientChannel } from 'ssh2';

import type { RunLimits } from '../run-limits.ts';
import {
  endOfSocket,
  type ChannelEnd,
  type TerminalChannel,
  type TerminalEvents,
} from '../terminal-channel.ts';
import { runOn } from './run.ts';
import { openSftp, type Sftp } from './sftp.ts';
import { goOnReading, holdReading } from './share-reading.ts';
import { SshError } from './ssh-error.ts';

interface SshTerminalOptions {
  size: TerminalSize;
  /** What the target is told the terminal is. */
  term: string;
  /** What else the target is told. */
  env?: Readonly<Record<string, string>>;
  /** Instead of a shell: what the terminal shows is this and nothing else. */
  command?: string;
}

/** Terminals here speak UTF-8; the language of the target's messages is left to the target. Hosts may ignore it. */
const UTF8_ENV = { LC_CTYPE: 'C.UTF-8' };

/** The target let us in but gives no terminal. */
export class NoShell extends Error {
  constructor(cause: unknown) {
    super('ssh: no shell', { cause });
    this.name = 'NoShell';
  }
}

/** Opens a shell, or the command, with a terminal on a connection, which ends with it. */
export async function openSshTerminal(
  client: Client,
  { size, term, env = {}, command }: SshTerminalOptions,
  events: TerminalEvents,
): Promise<TerminalChannel> {
  return new Promise((resolve, reject) => {
    client.once('close', () => reject(new SshError('closed')));
    const pty = { term, cols: size.cols, rows: size.rows };
    const common = { env: { ...UTF8_ENV, ...env } };
    const onChannel = (error: Error | undefined, channel: ClientChannel) => {
      if (error) {
        reject(new NoShell(error));
      } else {
        // At once: a shell that ends immediately says so in the same packet.
        resolve(new SshTerminal(client, channel, events));
      }
    };
    if (command === undefined) {
      client.shell(pty, common, onChannel);
    } else {
      client.exec(command, { pty, ...common }, onChannel);
    }
  });
}

class SshTerminal implements TerminalChannel {
  readonly #client: Client;
  readonly #shell: ClientChannel;
  /** They come over the same connection. */
  #files: Sftp | undefined;
  #isOver = false;

  constructor(client: Client, shell: ClientChannel, events: TerminalEvents) {
    this.#client = client;
    this.#shell = shell;
    let end: ChannelEnd = { kind: 'closed' };
    shell.on('data', (bytes: Buffer) => events.onData(bytes));
    shell.stderr.on('data', (bytes: Buffer) => events.onData(bytes));
    shell.on('drain', () => events.onTaken());
    shell.on('exit', (code: number | null, signal?: string) => {
      end = code === null ? { kind: 'signal', signal: signal ?? '' } : { kind: 'exit', code };
    });
    const finish = () => {
      if (!this.#isOver) {
        drain(shell);
        this.close();
        events.onEnd(end);
      }
    };
    client.on('error', (error: Error & { level?: string }) => {
      end = endOfConnection(error, end);
    });
    shell.once('close', finish);
    client.once('close', finish);
  }

  write(bytes: Uint8Array): void {
    if (!this.#isOver) {
      this.#shell.write(bytes);
    }
  }

  get isFull(): boolean {
    return this.#shell.writableNeedDrain;
  }

  resize({ cols, rows }: TerminalSize): void {
    if (!this.#isOver) {
      this.#shell.setWindow(rows, cols, 0, 0);
    }
  }

  pause(): void {
    this.#shell.pause();
    if (!this.#files || this.#files.isOver) {
      holdReading(this.#client);
    }
  }

  resume(): void {
    this.#shell.resume();
    goOnReading(this.#client);
  }

  async openFiles(): Promise<Sftp> {
    this.#files = await openSftp(this.#client);
    return this.#files;
  }

  run(command: string, limits: RunLimits): Promise<Uint8Array> {
    return runOn(this.#client, command, limits);
  }

  close(): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#shell.destroy();
    this.#client.end();
    // A target that does not answer the goodbye must not keep the socket.
    this.#client.destroy();
  }
}

/** What came before the end and was held back belongs to the session too. */
function drain(shell: ClientChannel): void {
  let bytes: unknown;
  do {
    // Each read is also told to those who listen for data.
    bytes = shell.read();
  } while (bytes !== null);
}

/** ssh2 says in `level` where a failure happened. A host that breaks the protocol has closed, as far as anybody cares. */
function endOfConnection(error: Error & { level?: string }, before: ChannelEnd): ChannelEnd {
  switch (error.level) {
    case 'client-timeout':
      return { kind: 'silent' };
    case 'client-socket':
      return endOfSocket(error);
    default:
      return before;
  }
}
