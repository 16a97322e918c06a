import { translate, type Language } from '@jadegate/contract/language';
import type { GuacdHealth } from '@jadegate/contract/platform/setting-endpoints';
import { GUACD_WORDS } from '@jadegate/contract/words/guacd';

import { SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { isOldGuacd } from '../../protocols/guacd/old-guacd.ts';
import type { GuacdProbe } from '../../protocols/guacd/probe-guacd.ts';

export interface GuacdAddress {
  host: string;
  port: number;
}

/** A guacd that this server starts and looks after. */
export interface OwnGuacd {
  /** Where it listens, once it was started and where that is its own choice. */
  readonly address?: GuacdAddress | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Dependencies {
  address: GuacdAddress;
  probe: (options: GuacdAddress & { timeoutMs: number }) => Promise<GuacdProbe>;
  /** Undefined when somebody else looks after it, or when none is installed. */
  findOwn: () => Promise<OwnGuacd | undefined>;
  logger: Logger;
}

const PATIENCE_MS = 5 * SECOND_MS;
/** A program of this machine is there at once. */
const START_TRIES = 40;
const TRY_AGAIN_MS = 50;

/** The program that carries desktops: somebody's, or our own. Tells an administrator whether desktops can work at all. */
export class GuacdService {
  readonly #deps: Dependencies;
  #own: OwnGuacd | undefined;
  #starting: Promise<void> | undefined;
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  get address(): GuacdAddress {
    return this.#own?.address ?? this.#deps.address;
  }

  /** Where it is, and where it would be if somebody else ran it: nobody is led to either. */
  get places(): readonly GuacdAddress[] {
    return [this.address, this.#deps.address];
  }

  /** Whether this server started it. */
  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** Whoever wants to use it calls this first: if nobody answers there and one is installed, it is started. */
  async ensure(): Promise<void> {
    if (!this.#own && !this.#isStopped) {
      this.#starting ??= this.#startOwn().finally(() => (this.#starting = undefined));
      await this.#starting;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#starting;
    await this.#own?.stop();
  }

  async health(language: Language): Promise<GuacdHealth> {
    await this.ensure();
    const { host, port } = this.address;
    const found = await this.#probe();
    const common = { host, port, managed: this.isOwn };
    if (found.reachable) {
      const { version, latencyMs } = found;
      const warning = isOldGuacd(version)
        ? translate(GUACD_WORDS.old, language, { version: version || '?' })
        : '';
      return { ...common, reachable: true, version, latencyMs, reason: '', warning };
    }
    const reason = translate(GUACD_WORDS[found.problem], language, { host, port });
    return { ...common, reachable: false, version: '', latencyMs: 0, reason, warning: '' };
  }

  /** Rejects when nobody answers there. */
  async expectAnswer(): Promise<void> {
    const found = await this.#probe();
    if (!found.reachable) {
      throw new Error(`guacd: ${found.problem}`);
    }
  }

  #probe(): Promise<GuacdProbe> {
    return this.#deps.probe({ ...this.address, timeoutMs: PATIENCE_MS });
  }

  async #startOwn(): Promise<void> {
    const { logger, findOwn } = this.#deps;
    try {
      const own = await findOwn();
      const before = own && (await this.#probe());
      // Whoever answers there, or holds the port, was there first.
      if (!own || before?.reachable !== false || before.problem !== 'refused' || this.#isStopped) {
        return;
      }
      this.#own = own;
      await own.start();
      const found = await this.#waitForAnswer();
      if (found.reachable && isOldGuacd(found.version)) {
        logger.warn({ version: found.version }, 'guacd is old and has known security problems');
      }
    } catch (error) {
      logger.error({ err: error }, 'guacd does not start');
    }
  }

  async #waitForAnswer(): Promise<GuacdProbe> {
    let found = await this.#probe();
    for (let left = START_TRIES; !found.reachable && left > 0; left--) {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      found = await this.#probe();
    }
    return found;
  }
}
