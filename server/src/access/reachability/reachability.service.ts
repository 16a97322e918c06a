import { hasIdentity } from '@jadegate/contract/access/asset-attributes';
import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import { sayWay, storeWay, type Way } from '@jadegate/contract/access/way';
import type { Language } from '@jadegate/contract/language';
import { sayAdvice } from '@jadegate/contract/session/session-end';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AssetProtocol, AssetTarget } from '../../protocols/dial/target.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { CheckRunner, type CheckPace } from './check-runner.ts';
import { LoginTest, TEST_TIMEOUT_MS, type LoginTestDependencies } from './login-test.ts';
import { probe, type ProbeResult } from './probe.ts';
import { ReachabilityRepository, type CheckResult } from './reachability.repository.ts';

interface Dependencies extends LoginTestDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** The asset as something to connect to; undefined when there is none. */
  resolve(assetId: string): Promise<AssetTarget | undefined>;
  /** How often assets are tried and how many at once, from the settings. */
  pace(): Promise<CheckPace>;
}

/** Of a check that logs in nowhere. */
type ReachResult = Pick<AssetTest, 'active' | 'message' | 'advice' | 'latency'>;

interface ManyChecks {
  signal: AbortSignal;
  onStart: (id: string) => void;
  onResult: (id: string, result: ReachResult) => void;
}

/** Tries assets: one when somebody asks, all of them over and over in the background. Never counts as a use. */
export class ReachabilityService {
  readonly #deps: Dependencies;
  readonly #checks: ReachabilityRepository;
  readonly #runner: CheckRunner;
  readonly #logins: LoginTest;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#logins = new LoginTest(dependencies);
    this.#checks = new ReachabilityRepository(dependencies.database);
    this.#runner = new CheckRunner({
      checks: this.#checks,
      clock: dependencies.clock,
      logger: dependencies.logger,
      pace: () => dependencies.pace(),
      check: async (id, signal) => (await this.#check(id, { signal }))?.result,
      store: (results) => this.#store(results),
    });
  }

  /**
   * A person's test also learns the key of a host that has none, and may try the stored account: a host that answers and
   * refuses everybody is no use. What goes on by itself never logs in; it would lock accounts out.
   */
  async test(assetId: string, actor: Actor, { login = false } = {}): Promise<AssetTest> {
    const wasKnown = (await this.#deps.hostKeys.pinned(`asset:${assetId}`)).length > 0;
    const checked = await this.#check(assetId, { learnFor: actor });
    if (!checked) {
      throw new AppError('asset.not_found');
    }
    await this.#store([checked.result]);
    const { found, target } = checked;
    return {
      ...asReachResult(found, actor.language),
      hostKey: keyOf(found, target.protocol, wasKnown),
      login: login ? await this.#logins.test(target, found, actor) : { state: 'untried', message: '' },
    };
  }

  /** Many, a few at a time. What they found is stored as it comes in; stopping leaves the others as they were. */
  async checkMany(
    ids: readonly string[],
    language: Language,
    { signal, onStart, onResult }: ManyChecks,
  ): Promise<void> {
    const { concurrency } = await this.#deps.pace();
    await inParallel(ids, concurrency, async (id) => {
      if (signal.aborted) {
        return;
      }
      onStart(id);
      const checked = await this.#check(id, { signal });
      // One that was cut short says nothing about the asset.
      if (checked && !signal.aborted) {
        await this.#store([checked.result]);
        onResult(id, asReachResult(checked.found, language));
      }
    });
  }

  start(): void {
    this.#runner.start();
  }

  /** Resolves when no check runs any more and what was found is stored. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }

  async #check(
    assetId: string,
    options: { learnFor?: Actor; signal?: AbortSignal },
  ): Promise<{ target: AssetTarget; found: ProbeResult; result: CheckResult } | undefined> {
    const { clock, gateways, timeoutMs = TEST_TIMEOUT_MS } = this.#deps;
    const target = await this.#deps.resolve(assetId);
    if (!target) {
      return undefined;
    }
    const { signal, learnFor } = options;
    const hostKey = await this.#hostKey(target, learnFor);
    const found = await probe(target, { gateways, timeoutMs, signal, hostKey });
    const { id, host, port } = target;
    const message = found.active ? '' : storeWay(found.way);
    const result = { id, host, port, active: found.active, message, checkedAt: clock.now() };
    return { target, found, result };
  }

  /** Without a person and without a known key there is nothing to compare, and the greeting is enough. */
  async #hostKey(target: AssetTarget, learnFor: Actor | undefined): Promise<HostKeyPolicy | undefined> {
    if (!hasIdentity(target.protocol)) {
      return undefined;
    }
    const policy = await this.#deps.hostKeys.policy(`asset:${target.id}`, { ...(learnFor && { learnFor }) });
    return learnFor || policy.pinned.length > 0 ? policy : undefined;
  }

  async #store(results: readonly CheckResult[]): Promise<void> {
    await this.#deps.database.transact((tx) => this.#checks.store(results, tx));
  }
}

function asReachResult({ active, way, millis }: ProbeResult, language: Language): ReachResult {
  const failed = active ? undefined : way;
  return {
    active,
    message: failed ? sayWay(failed, language) : '',
    advice: failed ? sayAdvice({ kind: 'way', way: failed }, language) : remarkOn(way, language),
    latency: millis ?? null,
  };
}

function keyOf(
  { active, way }: ProbeResult,
  protocol: AssetProtocol,
  wasKnown: boolean,
): AssetTest['hostKey'] {
  if (!hasIdentity(protocol) || way.kind === 'no_certificate') {
    return 'none';
  }
  if (active) {
    return wasKnown ? 'known' : 'learned';
  }
  return way.kind === 'host_key_changed' || way.kind === 'certificate_changed' ? 'changed' : 'unseen';
}

/** What there is to say about a host that answers. */
function remarkOn(way: Way, language: Language): string {
  return way.kind === 'ok' ? '' : sayWay(way, language);
}
