import { readFile } from 'node:fs/promises';
import { isIPv6, type Socket } from 'node:net';
import { endianness } from 'node:os';

import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';

interface AcknowledgementOptions {
  /** How often connections are looked at that were written to. */
  lookMs?: number;
  /** How long a host may leave what was sent to it unacknowledged. */
  patienceMs?: number;
  /** The list of connections that the kernel keeps. */
  read?: (path: string) => Promise<string>;
  now?: () => number;
}

interface Watched {
  socket: Socket;
  onLost: () => void;
  /** So many bytes were written when the host last had all of them. */
  acknowledged: number;
  /** Since when the kernel sends the same bytes again and again. */
  since: number | undefined;
}

/** What the kernel says of one connection. */
interface Sending {
  waiting: number;
  isRepeating: boolean;
}

/** `tr` of a row: the timer that runs is that of a repetition, not of a host that asked us to wait. */
const REPEATING = '01';
const DEFAULTS = { lookMs: 5 * SECOND_MS, patienceMs: 45 * SECOND_MS };

/**
 * Finds hosts that are gone while something was typed. The kernel asks a silent host whether it is there only when
 * nothing is on its way; else it repeats what was sent for a quarter of an hour. Telnet has no question of its own that
 * a busy host answers, but the kernel knows whether its system does. Where the list cannot be read nobody is found, and
 * the quarter of an hour counts.
 */
export class AcknowledgementWatch {
  readonly #options: Required<AcknowledgementOptions>;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(options: AcknowledgementOptions = {}) {
    this.#options = {
      ...DEFAULTS,
      read: (path) => readFile(path, 'utf8'),
      now: () => performance.now(),
      ...options,
    };
  }

  /** Answers what ends the watch. */
  watch(socket: Socket, onLost: () => void): () => void {
    const watched: Watched = { socket, onLost, acknowledged: 0, since: undefined };
    this.#watched.add(watched);
    const check = () => runInBackground(this.#check(), 'the look at connections');
    this.#timer ??= setInterval(check, this.#options.lookMs).unref();
    return () => {
      this.#watched.delete(watched);
      if (this.#watched.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  async #check(): Promise<void> {
    const suspects = [...this.#watched].filter((one) => one.socket.bytesWritten !== one.acknowledged);
    if (this.#isLooking || suspects.length === 0) {
      return;
    }
    this.#isLooking = true;
    try {
      const lists = await Promise.all(['tcp', 'tcp6'].map((name) => this.#list(name)));
      const rows = new Map(lists.flat());
      for (const one of suspects) {
        this.#consider(one, rows.get(nameOf(one.socket)));
      }
    } finally {
      this.#isLooking = false;
    }
  }

  async #list(name: string): Promise<[string, Sending][]> {
    try {
      const text = await this.#options.read(`/proc/self/net/${name}`);
      return text.split('\n').slice(1).map(readRow);
    } catch {
      return [];
    }
  }

  #consider(one: Watched, sending: Sending | undefined): void {
    if (sending?.waiting === 0) {
      one.acknowledged = one.socket.bytesWritten;
    }
    if (!sending?.isRepeating || sending.waiting === 0) {
      one.since = undefined;
      return;
    }
    const { now, patienceMs } = this.#options;
    one.since ??= now();
    if (now() - one.since >= patienceMs && this.#watched.has(one)) {
      one.onLost();
    }
  }
}

/** One for all: the list holds every connection of the machine, and is read once for all of them. */
export const acknowledgements = new AcknowledgementWatch();

function readRow(line: string): [string, Sending] {
  const [, local = '', remote = '', , queues = '', timer = '', repeated = ''] = line.trim().split(/\s+/);
  const waiting = Number.parseInt(queues, 16);
  const isRepeating = timer.startsWith(REPEATING) && Number.parseInt(repeated, 16) > 0;
  return [`${local} ${remote}`, { waiting, isRepeating }];
}

/** Both ends as the list writes them: numbers as they lie in memory. */
function nameOf({ localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${endOf(localAddress, localPort)} ${endOf(remoteAddress, remotePort)}`;
}

function endOf(address: string, port: number): string {
  const bytes = isIPv6(address) ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const words = endianness() === 'LE' && bytes.length % 4 === 0 ? bytes.swap32() : bytes;
  return `${words.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const [before = [], after = []] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
