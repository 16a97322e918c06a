import { addressKey } from '../../kernel/address-key.ts';
import { SECOND_MS } from '../../kernel/clock.ts';

/** From everywhere together: a handshake costs milliseconds of the processor each. */
const IN_ALL = 500;
/** A balancer that has not said yet for whom it speaks stands for many. */
const PROXY_SHARE = 20;
/** An office, or a play of Ansible, that comes all at once is let in one after the other. */
const WAITING_SHARE = 3;
const WAIT_MS = 10 * SECOND_MS;
/** Whoever has not agreed on keys for so long makes room for others; clients take a tenth of it. */
const SILENT_MS = 5 * SECOND_MS;

export interface Seat {
  /** Keys are agreed on: it is no half-open connection. */
  agree(): void;
  /** Harmless twice. */
  leave(): void;
}

interface Taken {
  key: string;
  since: number;
  isAgreed: boolean;
  drop: () => void;
}

interface Waiting {
  key: string;
  most: number;
  drop: () => void;
  begin: (seat: Seat | undefined) => void;
}

interface Options {
  perAddress: number;
  /** Somebody is turned away. */
  onFull: (address: string) => void;
  waitMs?: number | undefined;
}

/** Counts the connections on which nobody is signed in, by the address they come from. */
export class UnprovenConnections {
  readonly #options: Options;
  /** In the order in which they came. */
  readonly #taken = new Set<Taken>();
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(options: Options) {
    this.#options = options;
  }

  get count(): number {
    return this.#taken.size;
  }

  /** Resolves with a seat, or with nothing where there is none for a while. `drop` is called when others need it more. */
  async enter(address: string, drop: () => void, { isProxy = false } = {}): Promise<Seat | undefined> {
    const key = addressKey(address);
    const most = this.#options.perAddress * (isProxy ? PROXY_SHARE : 1);
    if (this.#hasRoom(key, most) || this.#makeRoom(key, most)) {
      return this.#take(key, drop);
    }
    const seat = await this.#wait(key, most, drop);
    if (!seat) {
      this.#options.onFull(key);
    }
    return seat;
  }

  #hasRoom(key: string, most: number): boolean {
    return (this.#counts.get(key) ?? 0) < most && this.#taken.size < IN_ALL;
  }

  /** Of those that are too many, one goes that has said too little, or that holds room for many. */
  #makeRoom(key: string, most: number): boolean {
    const isOwnFull = (this.#counts.get(key) ?? 0) >= most;
    const one = isOwnFull
      ? this.#firstSilent((other) => other === key)
      : (this.#firstOfCrowd() ?? this.#firstSilent(() => true));
    if (one) {
      this.#taken.delete(one);
      this.#count(one.key, -1);
      one.drop();
    }
    return one !== undefined;
  }

  #firstSilent(isMeant: (key: string) => boolean): Taken | undefined {
    const before = performance.now() - SILENT_MS;
    for (const one of this.#taken) {
      if (!one.isAgreed && one.since < before && isMeant(one.key)) {
        return one;
      }
    }
    return undefined;
  }

  /** Where all room is taken, the address that has most of it has too much. */
  #firstOfCrowd(): Taken | undefined {
    const [crowd, count] = [...this.#counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 1]);
    return count > 1 ? [...this.#taken].find(({ key }) => key === crowd) : undefined;
  }

  #wait(key: string, most: number, drop: () => void): Promise<Seat | undefined> {
    const { perAddress, waitMs = WAIT_MS } = this.#options;
    const beside = [...this.#waiting].filter((one) => one.key === key).length;
    if (beside >= perAddress * WAITING_SHARE || this.#waiting.size >= IN_ALL) {
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      const begin = (seat: Seat | undefined) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(seat);
      };
      const waiting: Waiting = { key, most, drop, begin };
      const timer = setTimeout(() => begin(undefined), waitMs);
      this.#waiting.add(waiting);
    });
  }

  #take(key: string, drop: () => void): Seat {
    const one: Taken = { key, since: performance.now(), isAgreed: false, drop };
    this.#taken.add(one);
    this.#count(key, 1);
    return { agree: () => (one.isAgreed = true), leave: () => this.#leave(one) };
  }

  #leave(one: Taken): void {
    if (!this.#taken.delete(one)) {
      return;
    }
    this.#count(one.key, -1);
    for (const next of this.#waiting) {
      if (this.#hasRoom(next.key, next.most)) {
        // Now: somebody who comes later is not to be quicker.
        next.begin(this.#take(next.key, next.drop));
        return;
      }
    }
  }

  #count(key: string, change: number): void {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count === 0) {
      this.#counts.delete(key);
    } else {
      this.#counts.set(key, count);
    }
  }
}
