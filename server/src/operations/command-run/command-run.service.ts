import { LIMITS } from '@jadegate/contract/limits';
import type { RunChoice } from '@jadegate/contract/operations/command-run';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';

import type { Database } from '../../db/database.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import { RateLimit } from '../../kernel/rate-limit.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { ExecSessionService } from '../../session/terminal-session/exec-session.service.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import { CommandRunKind } from './command-run.kind.ts';
import { CommandRunRepository, type RunRecord } from './command-run.repository.ts';
import type { CommandRunRequest, CommandRuns, KeptRequest, RunEvent, StartedRun } from './command-runs.ts';
import { hostColumns, HostRunner, type HostWork } from './host-runner.ts';
import { LiveRun } from './live-run.ts';
import {
  confirmedKeys,
  presentPlan,
  RunPlanner,
  unconfirmed,
  warningsOf,
  type JudgedHost,
  type PlannerDependencies,
} from './run-planner.ts';

export type * from './command-runs.ts';

interface Dependencies extends PlannerDependencies {
  database: Database;
  audit: AuditService;
  users: UserService;
  settings: SettingService;
  processes: ServerProcessService;
  work: WorkEngine;
  exec: ExecSessionService;
  clock: Clock;
  logger: Logger;
}

const REFUSED_PER_HOUR = 30;

/** What is to be done on some hosts. */
interface NewRun extends Pick<CommandRunRequest, 'script' | 'timeoutMs' | 'origin' | 'confirmed'> {
  kind: RunRecord['kind'];
  kept: KeptRequest;
  parallelism?: number | undefined;
}

/**
 * Runs commands on many hosts for a person: what may run where is said first, then each host is a recorded session of
 * theirs. What became of it is kept as long as sessions are.
 */
export class CommandRunService implements CommandRuns {
  readonly #deps: Dependencies;
  readonly #runs: CommandRunRepository;
  readonly #planner: RunPlanner;
  readonly #kind: CommandRunKind;
  /** Of runs that nothing came of: each keeps its script and a row for each host. */
  readonly #refusals: RateLimit;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#runs = new CommandRunRepository(dependencies.database);
    this.#planner = new RunPlanner(dependencies);
    const { clock, work } = dependencies;
    const runs = this.#runs;
    this.#kind = new CommandRunKind({ clock, runs, runner: new HostRunner({ ...dependencies, runs }) });
    work.declare(this.#kind);
    this.#refusals = new RateLimit({ max: REFUSED_PER_HOUR, periodMs: HOUR_MS, clock });
  }

  async plan(
    actor: Actor,
    { assetIds, ...text }: Pick<CommandRunRequest, 'assetIds' | 'script' | 'values'>,
  ): Promise<RunPlan> {
    return presentPlan(await this.#planner.plan(actor, assetIds, text));
  }

  choice(actor: Actor, assetIds: readonly string[]): Promise<RunChoice> {
    return this.#planner.choice(actor, assetIds);
  }

  /** What is refused stands in the result as such, and nothing runs there. Resolves when the others begin. */
  async start(actor: Actor, request: CommandRunRequest): Promise<StartedRun> {
    const { script } = request;
    const planned = await this.#planner.plan(actor, request.assetIds, request);
    const work: HostWork = {
      plan: async (assetId) => {
        const [host] = await this.#planner.plan(actor, [assetId], request);
        if (!host) {
          throw new Error('a plan without its host');
        }
        return host;
      },
      carryOut: (session, { plan }, { onOutput }) => session.run(script, sentLines(plan), onOutput),
    };
    const { values, timeoutMs } = request;
    const kept: KeptRequest = { values, timeoutSeconds: timeoutMs / SECOND_MS };
    return this.begin(actor, { ...request, kind: 'command', kept }, planned, work);
  }

  /** Begins what was planned, whatever is done on each host. */
  async begin(
    actor: Actor,
    request: NewRun,
    planned: readonly JudgedHost[],
    work: HostWork,
  ): Promise<StartedRun> {
    const { clock, settings } = this.#deps;
    const isSeen = request.confirmed !== undefined && request.confirmed === warningsOf(planned);
    const hosts = planned.map((host) =>
      host.verdict === 'confirm' && !isSeen ? unconfirmed(host, actor.language) : host,
    );
    if (request.origin === 'batch' && hosts.every(({ verdict }) => verdict === 'refused')) {
      await this.#limitRefused(actor, hosts.length);
    }
    const now = clock.now();
    const run = new LiveRun(
      {
        id: newId(now),
        actor,
        kind: request.kind,
        origin: request.origin,
        script: request.script,
        request: request.kept,
        createdAt: now,
        timeoutMs: request.timeoutMs,
        parallelism: Math.min(
          request.parallelism ?? (await settings.get('command-run-parallel')),
          LIMITS.runParallel.max,
        ),
        confirmed: confirmedKeys(hosts.filter(({ verdict }) => verdict === 'confirm')),
      },
      hosts,
    );
    const live = this.#kind.live.set(run.id, { run, work });
    try {
      await this.#store(run);
      const settled = this.#deps.work.settledAbout(this.#kind, run.id);
      return { id: run.id, done: settled.then(() => run.result()) };
    } catch (error) {
      live.delete(run.id);
      throw error;
    }
  }

  /** Calls back with what happens in a run that this process carries out. Answers how to end that. */
  follow(id: string, listener: (event: RunEvent) => void): () => void {
    return this.find(id)?.follow(listener) ?? (() => undefined);
  }

  /** The run, while this process carries it out. */
  find(id: string): LiveRun | undefined {
    return this.#kind.live.get(id)?.run;
  }

  /** What has begun ends within two seconds; one that another process carries out is told of it. */
  async stop(id: string): Promise<void> {
    const { work } = this.#deps;
    if (!(await work.cancel(this.#kind, id))) {
      await this.#runs.requestStop(id);
    }
    await work.settledAbout(this.#kind, id);
  }

  /** For retention and its preview: how many are older, and how many of those are held. */
  async countOlder(before: number): Promise<{ count: number; held: number }> {
    return {
      count: await this.#runs.countOlder(before, false),
      held: await this.#runs.countOlder(before, true),
    };
  }

  /** For the retention sweep, which writes its own audit entry. Answers how many went. */
  removeOlder(before: number, limit: number): Promise<number> {
    return this.#deps.database.transact((tx) => this.#runs.removeOlder(before, limit, tx));
  }

  /** That it happened is written down, as often as refusals are; what was asked for is not. */
  async #limitRefused(actor: Actor, hosts: number): Promise<void> {
    const waitMs = this.#refusals.take(actor.userId);
    if (waitMs === undefined) {
      return;
    }
    const reason = 'command_run.refused_too_often';
    const object = { type: 'command-run', id: '', name: '' };
    const entry = { action: 'command-run.started', object, result: 'failure' } as const;
    await this.#deps.audit.writeAlone(actor, { ...entry, detail: { reason, hosts } });
    throw new AppError(reason, { params: { seconds: Math.ceil(waitMs / SECOND_MS) } });
  }

  /** From then on it is under way. */
  async #store(run: LiveRun): Promise<void> {
    const { database, audit, users, settings, processes, work } = this.#deps;
    const { id, actor, kind, origin, script, request, createdAt } = run.about;
    await work.ready();
    const limit = await settings.get('command-run-max-per-user');
    const { nickname } = await users.get(actor.userId);
    const row: RunRecord = {
      id,
      user_id: actor.userId,
      user_name: nickname,
      origin,
      kind,
      script,
      request: JSON.stringify(request),
      state: 'running',
      stop_requested: 0,
      process_id: processes.id,
      created_at: createdAt,
      finished_at: null,
    };
    const refused = run.hosts.filter(({ state }) => state === 'refused');
    const detail = {
      origin,
      kind,
      hosts: run.hosts.length,
      ...(request.file && { file: request.file.file, to: script, checksum: request.file.checksum }),
      ...(refused.length > 0 && { refused: refused.map(({ plan }) => plan.assetName || plan.assetId) }),
    };
    await database.transact(async (tx) => {
      if (origin === 'batch' && limit > 0) {
        await this.#runs.lockPerson(actor.userId, tx);
        if ((await this.#runs.countRunning(actor.userId, tx)) >= limit) {
          throw new AppError('command_run.too_many', { params: { limit } });
        }
      }
      const hosts = run.hosts.map((host, position) => ({
        run_id: id,
        asset_id: host.plan.assetId,
        position,
        ...hostColumns(host),
      }));
      await this.#runs.insert(row, hosts, tx);
      const object = { type: 'command-run', id, name: '' };
      await audit.write(actor, { action: 'command-run.started', object, detail }, tx);
      const person = { id: actor.userId, name: nickname };
      // What was typed is its person's.
      const order = { subject: id, person, input: {} };
      await work.add(this.#kind, { ...order, isForThisProcess: true }, tx);
    });
  }
}

/** Nothing that was denied comes this far. */
function sentLines({ judged }: JudgedHost) {
  return judged.map(({ line, action }) => ({
    line,
    action: action === 'warn' ? ('warn' as const) : ('allow' as const),
  }));
}
