import type { RunChoice } from '@jadegate/contract/command-run';
import { LIMITS } from '@jadegate/contract/limits';
import type { RunPlan } from '@jadegate/contract/run-parts';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { defects, runInBackground } from '../../kernel/defects.ts';
import { newId } from '../../kernel/id.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { Logger } from '../../kernel/logger.ts';
import { RateLimit } from '../../kernel/rate-limit.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import type { LiveSessionService } from '../session/live-session.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import type { ExecSessionService } from '../terminal-session/exec-session.service.ts';
import type { UserService } from '../user/user.service.ts';
import { CommandRunRepository, type RunRecord } from './command-run.repository.ts';
import type {
  CommandRunRequest,
  CommandRuns,
  KeptRequest,
  RunEvent,
  RunResult,
  StartedRun,
} from './command-runs.ts';
import { hostColumns, HostRunner, type HostWork } from './host-runner.ts';
import { LiveRun } from './live-run.ts';
import {
  confirmedKeys,
  presentPlan,
  refusal,
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
  live: LiveSessionService;
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
  readonly #on: Dependencies;
  readonly #runs: CommandRunRepository;
  readonly #planner: RunPlanner;
  readonly #runner: HostRunner;
  /** Of runs that nothing came of: each keeps its script and a row for each host. */
  readonly #refusals: RateLimit;
  readonly #live = new Map<string, { run: LiveRun; done: Promise<RunResult> }>();
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#runs = new CommandRunRepository(dependencies.database);
    this.#planner = new RunPlanner(dependencies);
    this.#runner = new HostRunner({ ...dependencies, runs: this.#runs });
    const { clock } = dependencies;
    this.#refusals = new RateLimit({ max: REFUSED_PER_HOUR, periodMs: HOUR_MS, clock });
    dependencies.live.addCheck(() => this.#checkOthers());
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
    const { processes, clock, settings } = this.#on;
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
    await processes.register();
    await this.#store(run);
    const done = this.#carryOut(run, work);
    this.#live.set(run.id, { run, done });
    // Whoever asked for it has its number and goes; what becomes of it stands in the database.
    runInBackground(done, 'a run of commands');
    return { id: run.id, done };
  }

  /** Calls back with what happens in a run that this process carries out. Answers how to end that. */
  follow(id: string, listener: (event: RunEvent) => void): () => void {
    return this.#live.get(id)?.run.follow(listener) ?? (() => undefined);
  }

  /** The run, while this process carries it out. */
  find(id: string): LiveRun | undefined {
    return this.#live.get(id)?.run;
  }

  /** What has begun ends within two seconds; one that another process carries out is told of it. */
  async stop(id: string): Promise<void> {
    const live = this.#live.get(id);
    if (live) {
      live.run.stop();
      await live.done;
    } else {
      await this.#runs.requestStop(id);
    }
  }

  /** For the retention sweep, which writes its own audit entry. Answers how many went. */
  removeOlder(before: number, limit: number): Promise<number> {
    return this.#on.database.transact((tx) => this.#runs.removeOlder(before, limit, tx));
  }

  /** Before the sessions are ended: nothing new begins. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#live.values()];
    all.forEach(({ run }) => run.stop('interrupted'));
    await Promise.all(all.map(({ done }) => done));
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
    await this.#on.audit.writeAlone(actor, { ...entry, detail: { reason, hosts } });
    throw new AppError(reason, { params: { seconds: Math.ceil(waitMs / SECOND_MS) } });
  }

  async #store(run: LiveRun): Promise<void> {
    const { database, audit, users, settings, processes } = this.#on;
    const { id, actor, kind, origin, script, request, createdAt } = run.about;
    processes.refuseNewWork();
    if (this.#isClosed) {
      throw new AppError('server.stopping');
    }
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
    });
  }

  /** Never fails. */
  async #carryOut(run: LiveRun, work: HostWork): Promise<RunResult> {
    const waiting = run.hosts.filter(({ state }) => state === 'waiting');
    await inParallel(waiting, run.about.parallelism, (host) =>
      this.#runner.run(run, host, work).catch((error: unknown) => defects.report(error, 'a host of a run')),
    );
    run.state = run.stopping === 'interrupted' ? 'interrupted' : 'over';
    try {
      await this.#runs.finish(run.id, run.state, this.#on.clock.now());
    } catch (error) {
      this.#on.logger.error({ err: error, runId: run.id }, 'the end of a run is not written down');
    }
    this.#live.delete(run.id);
    return run.result();
  }

  /** Obeys what other processes were asked to stop, and says of the runs of dead ones that they were interrupted. */
  async #checkOthers(): Promise<void> {
    const { processes, database, clock } = this.#on;
    const running = await this.#runs.listRunning();
    for (const { id, process_id, stop_requested } of running) {
      if (process_id === processes.id && stop_requested === 1) {
        this.#live.get(id)?.run.stop();
      }
    }
    const others = running.filter(({ process_id }) => process_id !== processes.id);
    const dead = await processes.listDead([...new Set(others.map(({ process_id }) => process_id))]);
    for (const { id, process_id } of others.filter((one) => dead.has(one.process_id))) {
      const message = refusal('interrupted', 'zh-TW');
      await database.transact((tx) =>
        this.#runs.interrupt(id, process_id, dead.get(process_id) ?? clock.now(), message, tx),
      );
    }
  }
}

/** Nothing that was denied comes this far. */
function sentLines({ judged }: JudgedHost) {
  return judged.map(({ line, action }) => ({
    line,
    action: action === 'warn' ? ('warn' as const) : ('allow' as const),
  }));
}
