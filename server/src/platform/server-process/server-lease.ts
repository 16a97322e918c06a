import type { Logger } from '../../kernel/logger.ts';

interface Options {
  leaseMs: number;
  logger?: Pick<Logger, 'error' | 'info'> | undefined;
}

/**
 * What this process knows of its own lease, without asking anybody: others may call it dead from the moment it runs out.
 * It is reckoned on a clock that nobody sets, from when a renewal was asked for: the database granted it no earlier.
 */
export class ServerLease {
  readonly #leaseMs: number;
  readonly #logger: Options['logger'];
  readonly #backListeners: (() => void)[] = [];
  #until: number | undefined;
  /** When the loss was told. */
  #lostAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ leaseMs, logger }: Options) {
    this.#leaseMs = leaseMs;
    this.#logger = logger;
  }

  /** It had one, and it ran out. Whoever never had one holds nothing that others could take for dead. */
  get isLost(): boolean {
    return this.#until !== undefined && performance.now() >= this.#until;
  }

  get isHeld(): boolean {
    return this.#until !== undefined && performance.now() < this.#until;
  }

  /** How long ago it was asked for; undefined before there ever was one. */
  get ageMs(): number | undefined {
    return this.#until === undefined ? undefined : performance.now() - (this.#until - this.#leaseMs);
  }

  expectHeld(): void {
    if (this.isLost) {
      throw new Error('the lease of this server ran out');
    }
  }

  /** The database has granted what was asked for then. */
  renewed(askedAt: number): void {
    // The loop may have stood still for longer than the lease: then nobody has said so yet.
    this.#tellLoss();
    this.#until = Math.max(this.#until ?? 0, askedAt + this.#leaseMs);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tellLoss(), Math.max(0, this.#until - performance.now())).unref();
    if (this.#lostAt !== undefined && !this.isLost) {
      const lostMs = Math.round(performance.now() - this.#lostAt);
      this.#lostAt = undefined;
      this.#logger?.info({ lostMs }, 'the lease of this server is back: what it holds is judged again');
      this.#backListeners.forEach((tell) => tell());
    }
  }

  /** Told each time it is back after it was lost. */
  onBack(listener: () => void): void {
    this.#backListeners.push(listener);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #tellLoss(): void {
    if (this.isLost && this.#lostAt === undefined) {
      this.#lostAt = performance.now();
      this.#logger?.error(
        { leaseMs: this.#leaseMs },
        'the lease of this server ran out: it opens nothing new, and others may take it for dead',
      );
    }
  }
}
