import { connect, type Socket } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

import { startDeadline } from '../../kernel/deadline.ts';
import type { Secret } from '../../kernel/secret.ts';
import { GuacdConnection, type GuacdTiming } from './connection.ts';
import { GuacdUnusable, problemOf, refusalOf } from './guacd-error.ts';
import { InstructionReader, MalformedStream, type Instruction } from './instruction.ts';

export interface GuacdAddress {
  host: string;
  port: number;
}

/** What the browser can show. */
export interface DesktopScreen {
  width: number;
  height: number;
  dpi: number;
}

/** Values by the names guacd asks for. What it does not ask for is not sent; what is missing here is sent empty. */
export type GuacdParameters = Readonly<Record<string, string | Secret | undefined>>;

interface GuacdHandshake {
  /** A protocol, or the id of a desktop to join. */
  select: string;
  screen: DesktopScreen;
  /** An IANA name, for the clock of the desktop. */
  timezone?: string | undefined;
  /** Who it is, where guacd asks. */
  name?: string | undefined;
  parameters: GuacdParameters;
}

export interface ConnectGuacdOptions extends GuacdHandshake {
  address: GuacdAddress;
  /** For reaching guacd. */
  connectMs: number;
  /** From there until the desktop is ready. */
  handshakeMs: number;
  signal?: AbortSignal | undefined;
  timing?: GuacdTiming;
}

/** The newest version whose handshake this one is. */
const OUR_VERSION = [1, 5, 0];
/** The client is asked for these. Sound is raw: the browser plays it as it comes. */
const AUDIO = ['audio/L8', 'audio/L16'];
const IMAGES = ['image/jpeg', 'image/png', 'image/webp'];

/** Opens a desktop through guacd, or joins one. Rejects with `GuacdUnusable` or `GuacdRefused`, and leaves no socket behind. */
export async function connectGuacd(options: ConnectGuacdOptions): Promise<GuacdConnection> {
  const socket = await reach(options);
  const deadline = startDeadline(options.handshakeMs, options.signal);
  const reader = new InstructionReader();
  const answers = new Answers(socket, reader, deadline.signal);
  try {
    socket.write(encodeInstruction('select', options.select));
    const names = await answers.expect('args');
    socket.write(handshakeText(names, options));
    const [id = ''] = await answers.expect('ready');
    return new GuacdConnection({ socket, reader, early: answers.rest(), id, timing: options.timing });
  } catch (error) {
    answers.rest();
    socket.destroy();
    if (deadline.isTimeUp) {
      throw new GuacdUnusable('timed-out', { cause: error });
    }
    throw error instanceof MalformedStream ? new GuacdUnusable('not-guacd', { cause: error }) : error;
  } finally {
    deadline.end();
  }
}

/** Everything that follows guacd's `args`, in the order it asks for. */
function handshakeText(names: readonly string[], handshake: GuacdHandshake): string {
  const { screen, timezone, name, parameters } = handshake;
  const version = spokenVersion(names[0] ?? '');
  const values = names.map((asked) =>
    asked.startsWith(VERSION) ? version.text : valueOf(parameters[asked], asked, screen),
  );
  return [
    encodeInstruction('size', screen.width, screen.height, screen.dpi),
    encodeInstruction('audio', ...AUDIO),
    encodeInstruction('video'),
    encodeInstruction('image', ...IMAGES),
    ...(version.knows(1, 1) && timezone ? [encodeInstruction('timezone', timezone)] : []),
    ...(version.knows(1, 3) && name ? [encodeInstruction('name', name)] : []),
    encodeInstruction('connect', ...values),
  ].join('');
}

const VERSION = 'VERSION_';

/** The lower of both ends' versions: an instruction that the other end does not know may end the handshake. */
function spokenVersion(offered: string) {
  const theirs = /^VERSION_(\d{1,4})_(\d{1,4})_(\d{1,4})$/.exec(offered)?.slice(1).map(Number) ?? [1, 0, 0];
  const spoken = isAtLeast(theirs, OUR_VERSION) ? OUR_VERSION : theirs;
  return {
    text: `${VERSION}${spoken.join('_')}`,
    knows: (major: number, minor: number) => isAtLeast(spoken, [major, minor, 0]),
  };
}

function isAtLeast(version: readonly number[], wanted: readonly number[]): boolean {
  const at = wanted.findIndex((part, index) => part !== version[index]);
  return at === -1 || (version[at] ?? 0) > (wanted[at] ?? 0);
}

function valueOf(value: string | Secret | undefined, name: string, screen: DesktopScreen): string {
  if (value === undefined) {
    return name in screen ? String(screen[name as keyof DesktopScreen]) : '';
  }
  const text = typeof value === 'string' ? value : value.expose();
  // The family stores this for an empty value; a password may really be it.
  return text === '-' && typeof value === 'string' ? '' : text;
}

function reach({ address, connectMs, signal }: ConnectGuacdOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const deadline = startDeadline(connectMs, signal);
    const socket = connect({ ...address, noDelay: true, keepAlive: true });
    const settle = () => {
      deadline.signal.removeEventListener('abort', onAbort);
      deadline.end();
      socket.off('error', onError);
      socket.on('error', () => undefined);
    };
    const fail = (error: unknown) => {
      settle();
      socket.destroy();
      reject(error);
    };
    const onAbort = () => fail(deadline.isTimeUp ? new GuacdUnusable('timed-out') : deadline.signal.reason);
    const onError = (error: NodeJS.ErrnoException) =>
      fail(new GuacdUnusable(problemOf(error.code), { cause: error }));
    socket.once('error', onError);
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
    deadline.signal.addEventListener('abort', onAbort);
    if (deadline.signal.aborted) {
      onAbort();
    }
  });
}

/** Waits for one instruction after the other. */
class Answers {
  readonly #socket: Socket;
  readonly #signal: AbortSignal;
  readonly #waiting: Instruction[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  readonly #stop: () => void;

  constructor(socket: Socket, reader: InstructionReader, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    let isOver = false;
    const onData = (chunk: Buffer) => {
      // One piece in each turn: whatever it is that answers, it must not hold up everybody else.
      socket.pause();
      setImmediate(() => !isOver && socket.resume());
      try {
        this.#waiting.push(...reader.read(chunk));
      } catch (error) {
        this.#failure ??= error as MalformedStream;
      }
      this.#wake?.();
    };
    const onClose = () => this.#fail(new GuacdUnusable('closed'));
    const onAbort = () => this.#fail(signal.reason as Error);
    socket.on('data', onData);
    socket.once('close', onClose);
    signal.addEventListener('abort', onAbort);
    this.#stop = () => {
      isOver = true;
      socket.off('data', onData);
      socket.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
  }

  async expect(opcode: string): Promise<string[]> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next?.opcode === opcode) {
        return next.args;
      }
      if (next?.opcode === 'error') {
        throw refusalOf(next.args);
      }
      if (next && next.opcode !== 'nop') {
        throw new MalformedStream(`${next.opcode} came instead of ${opcode}`);
      }
      if (!next) {
        this.#signal.throwIfAborted();
        if (this.#failure) {
          throw this.#failure;
        }
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  /** What nobody waited for. From here on the socket is somebody else's. */
  rest(): Instruction[] {
    this.#stop();
    this.#socket.pause();
    return this.#waiting.splice(0);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }
}
