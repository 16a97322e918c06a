import { say, type Language } from '@jadegate/contract/language';
import type { GuacdHealth } from '@jadegate/contract/setting-endpoints';
import { GUACD_WORDS } from '@jadegate/contract/words/guacd';

import { SECOND_MS } from '../../kernel/clock.ts';
import type { GuacdProbe } from '../../protocols/guacd/probe-guacd.ts';

export interface GuacdAddress {
  host: string;
  port: number;
}

type Probe = (options: GuacdAddress & { timeoutMs: number }) => Promise<GuacdProbe>;

const PATIENCE_MS = 5 * SECOND_MS;

/** Tells an administrator whether desktops can work at all. */
export class GuacdService {
  readonly #address: GuacdAddress;
  readonly #probe: Probe;

  constructor(address: GuacdAddress, probe: Probe) {
    this.#address = address;
    this.#probe = probe;
  }

  async health(language: Language): Promise<GuacdHealth> {
    const { host, port } = this.#address;
    const found = await this.#probe({ host, port, timeoutMs: PATIENCE_MS });
    if (found.reachable) {
      const { version, latencyMs } = found;
      return { host, port, reachable: true, version, latencyMs, reason: '' };
    }
    const reason = say(GUACD_WORDS[found.problem], language, { host, port });
    return { host, port, reachable: false, version: '', latencyMs: 0, reason };
  }
}
