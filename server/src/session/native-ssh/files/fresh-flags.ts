import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';

/** A transfer asks for every packet; so long an answer holds. */
const HOLDS_MS = 1000;

const NONE = Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, false])) as AccessFlags;

/** What somebody may do with files at this moment, asked often and looked up now and then. */
export class FreshFlags {
  readonly #look: () => Promise<AccessFlags | undefined>;
  #flags: AccessFlags = NONE;
  #until = 0;
  #looking: Promise<AccessFlags> | undefined;

  /** `look` answers undefined where nothing is allowed. */
  constructor(look: () => Promise<AccessFlags | undefined>) {
    this.#look = look;
  }

  now(): AccessFlags | Promise<AccessFlags> {
    if (performance.now() < this.#until) {
      return this.#flags;
    }
    this.#looking ??= this.#lookUp().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookUp(): Promise<AccessFlags> {
    this.#flags = (await this.#look()) ?? NONE;
    this.#until = performance.now() + HOLDS_MS;
    return this.#flags;
  }
}
