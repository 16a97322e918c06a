import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';
import type { Client, ClientChannel, ExecOptions, PseudoTtyOptions } from 'ssh2';

import { endOfSocket, type ChannelEnd } from '../terminal-channel.ts';
import { NoExec, sendSignal } from './exec.ts';
import { SshError } from './ssh-error.ts';
import { NoShell } from './terminal.ts';

/** What the client has for it beside its own bytes: `HostChannels` takes what the host then opens. */
export interface Lent {
  agent: boolean;
  x11: ScreenRequest | undefined;
}

interface ProcessOptions extends Partial<Lent> {
  /** Without it a shell is begun. */
  command?: string | undefined;
  pty?: { term: string; size: TerminalSize; modes: Readonly<Record<string, number>> } | undefined;
  env: Readonly<Record<string, string>>;
}

/** How programs of the host reach a screen: by a cookie that its owner knows. */
interface ScreenRequest {
  single: boolean;
  protocol: string;
  cookie: string;
  screen: number;
}

/** What a process tells. `onEnd` comes once and last. */
interface ProcessEvents {
  onOutput(bytes: Uint8Array): void;
  onErrorOutput(bytes: Uint8Array): void;
  /** Room again after `isFull`. */
  onTaken(): void;
  onEnd(end: ChannelEnd): void;
  /** The host does not take this, and begins without it. Comes first. */
  onDeclined?(what: 'agent' | 'x11'): void;
}

/** One that was told to end has this long before it is killed. */
const TERM_MS = 500;
const KILL_MS = 200;

/** A shell or a command on a connection that others share. */
export interface SshProcess {
  write(bytes: Uint8Array): void;
  readonly isFull: boolean;
  /** Nothing more is written; what it says is still heard. */
  endInput(): void;
  resize(size: TerminalSize): void;
  signal(name: string): void;
  pause(): void;
  resume(): void;
  /** Lets go of it, as when a client hangs up: what reads its input or writes its output finds that out. */
  close(): void;
  /** Makes it end. */
  kill(): Promise<void>;
}

/** What ssh2 says where a host declines something before anything has begun. */
const DECLINED = {
  agent: 'Unable to request agent forwarding',
  x11: 'Unable to request X11',
} as const;

/** Rejects when the host begins nothing. */
export async function startProcess(
  client: Client,
  options: ProcessOptions,
  events: ProcessEvents,
): Promise<SshProcess> {
  try {
    return await begin(client, options, events);
  } catch (error) {
    for (const what of ['agent', 'x11'] as const) {
      if (options[what] && error instanceof Error && isAbout(DECLINED[what], error.cause)) {
        events.onDeclined?.(what);
        return startProcess(client, { ...options, [what]: undefined }, events);
      }
    }
    throw error;
  }
}

function isAbout(message: string, cause: unknown): boolean {
  return cause instanceof Error && cause.message === message;
}

function begin(
  client: Client,
  { command, pty, env, agent = false, x11 }: ProcessOptions,
  events: ProcessEvents,
): Promise<SshProcess> {
  const window = pty && ptyOptions(pty);
  const common = { env, agentForward: agent, ...(x11 && { x11 }) };
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new SshError('closed'));
    client.once('close', onClose);
    const onChannel = (error: Error | undefined, channel: ClientChannel) => {
      client.off('close', onClose);
      if (error) {
        reject(command === undefined ? new NoShell(error) : new NoExec(error));
      } else {
        // At once: one that ends immediately says so in the same packet.
        resolve(new ChannelProcess(client, channel, events));
      }
    };
    try {
      if (command === undefined) {
        client.shell(window ?? false, common, onChannel);
      } else {
        const options: ExecOptions = { ...common, ...(window && { pty: window }) };
        client.exec(command, options, onChannel);
      }
    } catch (error) {
      client.off('close', onClose);
      reject(new SshError('closed', { cause: error }));
    }
  });
}

function ptyOptions({ term, size, modes }: NonNullable<ProcessOptions['pty']>): PseudoTtyOptions {
  return { term, cols: size.cols, rows: size.rows, modes: { ...modes } };
}

class ChannelProcess implements SshProcess {
  readonly #client: Client;
  readonly #channel: ClientChannel;
  #hasEnded = false;

  constructor(client: Client, channel: ClientChannel, events: ProcessEvents) {
    this.#client = client;
    this.#channel = channel;
    let end: ChannelEnd = { kind: 'closed' };
    channel.on('error', () => undefined);
    channel.on('data', (bytes: Buffer) => events.onOutput(bytes));
    channel.stderr.on('data', (bytes: Buffer) => events.onErrorOutput(bytes));
    channel.on('drain', () => events.onTaken());
    channel.on('exit', (code: number | null, signal?: string) => {
      end = code === null ? { kind: 'signal', signal: signal ?? '' } : { kind: 'exit', code };
    });
    const onError = (error: Error & { level?: string }) => {
      end = error.level === 'client-timeout' ? { kind: 'silent' } : endOfSocket(error);
    };
    const finish = () => {
      if (!this.#hasEnded) {
        this.#hasEnded = true;
        client.off('error', onError);
        client.off('close', finish);
        events.onEnd(end);
      }
    };
    client.on('error', onError);
    channel.once('close', () => {
      // The two outputs end apart.
      if (channel.stderr.readableEnded || !channel.stderr.readable) {
        finish();
      } else {
        channel.stderr.once('end', finish);
      }
    });
    client.once('close', finish);
  }

  write(bytes: Uint8Array): void {
    if (!this.#hasEnded && this.#channel.writable) {
      this.#channel.write(bytes);
    }
  }

  get isFull(): boolean {
    return this.#channel.writableNeedDrain;
  }

  endInput(): void {
    this.#channel.end();
  }

  resize({ cols, rows }: TerminalSize): void {
    this.#channel.setWindow(rows, cols, 0, 0);
  }

  signal(name: string): void {
    if (!this.#hasEnded) {
      this.#tell(name);
    }
  }

  pause(): void {
    this.#channel.pause();
    this.#channel.stderr.pause();
  }

  resume(): void {
    this.#channel.resume();
    this.#channel.stderr.resume();
  }

  close(): void {
    // A reader that was held back would never see the end of it.
    this.resume();
    this.#channel.destroy();
  }

  async kill(): Promise<void> {
    this.resume();
    for (const [signal, waitMs] of [
      ['TERM', TERM_MS],
      ['KILL', KILL_MS],
    ] as const) {
      if (this.#hasEnded || (await this.#endsAfter(signal, waitMs))) {
        break;
      }
    }
    this.close();
  }

  #endsAfter(signal: string, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#channel.off('close', done);
        resolve(this.#hasEnded);
      };
      const timer = setTimeout(done, waitMs);
      this.#channel.once('close', done);
      this.#tell(signal);
    });
  }

  #tell(signal: string): void {
    try {
      sendSignal(this.#client, this.#channel, signal);
    } catch {
      // The connection is gone already, and with it the way to say anything.
    }
  }
}
