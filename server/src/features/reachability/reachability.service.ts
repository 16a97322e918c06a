import { hasIdentity } from '@jadegate/contract/asset-attributes';
import type { Language } from '@jadegate/contract/language';
import { sayAdvice } from '@jadegate/contract/session-end';
import { sayWay, storeWay, type Way } from '@jadegate/contract/way';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import type { AccessGatewayService } from '../access-gateway/access-gateway.service.ts';
import type { HostKeyService } from '../host-key/host-key.service.ts';
import { CheckRunner, type CheckPace } from './check-runner.ts';
import { probe, type ProbeResult } from './probe.ts';
import { ReachabilityRepository, type CheckResult } from './reachability.repository.ts';

interface Dependencies {
  database: Database;
  gateways: Pick<AccessGatewayService, 'open'>;
  hostKeys: HostKeyService;
  clock: Clock;
  logger: Logger;
  /** The asset as something to connect to; undefined when there is none. */
  resolve(assetId: string): Promise<AssetTarget | undefined>;
  /** How often assets are tried and how many at once, from the settings. */
  pace(): Promise<CheckPace>;
  timeoutMs?: number;
}

export interface TestResult {
  active: boolean;
  /** Why it failed; empty when it did not. */
  message: string;
  /** What can be done about it. */
  advice: string;
  /** Milliseconds until the target answered; null when it did not. */
  latency: number | null;
}

interface ManyChecks {
  signal: AbortSignal;
  onStart: (id: string) => void;
  onResult: (id: string, result: TestResult) => void;
}

/** As patient as the product family. */
const TIMEOUT_MS = 15_000;

/** Tries assets: one when somebody asks, all of them over and over in the background. Never counts as a use. */
export class ReachabilityService {
  readonly #on: Dependencies;
  readonly #checks: ReachabilityRepository;
  readonly #runner: CheckRunner;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
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

  /** A person's test also learns the key of an SSH host that has none. */
  async test(assetId: string, actor: Actor): Promise<TestResult> {
    const checked = await this.#check(assetId, { learnFor: actor });
    if (!checked) {
      throw new AppError('asset.not_found');
    }
    await this.#store([checked.result]);
    return asTestResult(checked.found, actor.language);
  }

  /** Many, a few at a time. What they found is stored as it comes in; stopping leaves the others as they were. */
  async checkMany(
    ids: readonly string[],
    language: Language,
    { signal, onStart, onResult }: ManyChecks,
  ): Promise<void> {
    const { concurrency } = await this.#on.pace();
    await inParallel(ids, concurrency, async (id) => {
      if (signal.aborted) {
        return;
      }
      onStart(id);
      const checked = await this.#check(id, { signal });
      // One that was cut short says nothing about the asset.
      if (checked && !signal.aborted) {
        await this.#store([checked.result]);
        onResult(id, asTestResult(checked.found, language));
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
  ): Promise<{ found: ProbeResult; result: CheckResult } | undefined> {
    const { clock, gateways, timeoutMs = TIMEOUT_MS } = this.#on;
    const target = await this.#on.resolve(assetId);
    if (!target) {
      return undefined;
    }
    const { signal, learnFor } = options;
    const hostKey = await this.#hostKey(target, learnFor);
    const found = await probe(target, { gateways, timeoutMs, signal, hostKey });
    const { id, host, port } = target;
    const message = found.active ? '' : storeWay(found.way);
    return { found, result: { id, host, port, active: found.active, message, checkedAt: clock.now() } };
  }

  /** Without a person and without a known key there is nothing to compare, and the greeting is enough. */
  async #hostKey(target: AssetTarget, learnFor: Actor | undefined): Promise<HostKeyPolicy | undefined> {
    if (!hasIdentity(target.protocol)) {
      return undefined;
    }
    const policy = await this.#on.hostKeys.policy(`asset:${target.id}`, { ...(learnFor && { learnFor }) });
    return learnFor || policy.pinned.length > 0 ? policy : undefined;
  }

  async #store(results: readonly CheckResult[]): Promise<void> {
    await this.#on.database.transact((tx) => this.#checks.store(results, tx));
  }
}

function asTestResult({ active, way, millis }: ProbeResult, language: Language): TestResult {
  const failed = active ? undefined : way;
  return {
    active,
    message: failed ? sayWay(failed, language) : '',
    advice: failed ? sayAdvice({ kind: 'way', way: failed }, language) : remarkOn(way, language),
    latency: millis ?? null,
  };
}

/** What there is to say about a host that answers. */
function remarkOn(way: Way, language: Language): string {
  return way.kind === 'ok' ? '' : sayWay(way, language);
}

export type { CheckPace, Way };
