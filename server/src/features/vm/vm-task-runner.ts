import { setTimeout as sleep } from 'node:timers/promises';

import type { FoundVm } from '@jadegate/contract/vm-state';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Rounds } from '../../kernel/rounds.ts';
import { WorkUnderWay } from '../../kernel/work-under-way.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import { isFulfilled, isUpToGuest } from './vm-state.policy.ts';
import type { TaskEnd, VmTaskRepository } from './vm-task.repository.ts';
import type { LogLine, TaskRecord } from './vm.present.ts';
import { about, type LocatedVm, type VmService } from './vm.service.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  processes: Pick<ServerProcessService, 'id' | 'listDead'>;
  nodeCollection: Pick<NodeCollectionService, 'actOnVm'>;
  vms: VmService;
  vmTasks: VmTaskRepository;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5 * SECOND_MS;
const ROUND_MS = 5 * SECOND_MS;
const MAX_LINES = 100;

/**
 * Carries out what was decided: says it to the hypervisor, then looks until it is so or the time is over. Nothing is ever
 * written down as a state but what the hypervisor said.
 */
export class VmTaskRunner {
  readonly #on: Dependencies;
  readonly #underWay = new WorkUnderWay();
  readonly #rounds: Rounds;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rounds = new Rounds({
      everyMs: ROUND_MS,
      work: () => this.round(),
      onFailure: (error) =>
        dependencies.logger.warn({ err: error }, 'tasks of others could not be looked after'),
    });
  }

  startRounds(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    const ended = this.#underWay.close();
    await this.#rounds.settled();
    await ended;
  }

  /** Resolves when nothing is under way in this process. */
  settled(): Promise<void> {
    return this.#underWay.settled();
  }

  start(task: TaskRecord, located: LocatedVm, actor: Actor): void {
    const { logger } = this.#on;
    this.#underWay.begin(
      task.id,
      (signal) => this.#carryOut(task, located, actor, signal),
      (error) => logger.error({ err: error, taskId: task.id }, 'a task could not be written down'),
    );
  }

  /** Another took its place, which is written down already. */
  drop(taskId: string): void {
    this.#underWay.breakOff(taskId);
  }

  /** What dead servers had begun: whether it was done nobody knows, so the machines are looked at. */
  async round(): Promise<void> {
    const { vmTasks, processes, vms, clock } = this.#on;
    const others = await vmTasks.listOpenOfOthers(processes.id);
    const dead = await processes.listDead([...new Set(others.map(({ process_id }) => process_id))]);
    for (const task of others.filter(({ process_id }) => dead.has(process_id))) {
      const seen = await this.#look(() => vms.locate(task.vm_id));
      const log = [...linesOf(task), { at: clock.now(), step: 'interrupted' as const, state: seen?.state }];
      await this.#end(task, { state: 'interrupted', after: seen?.state ?? null }, log);
    }
  }

  async #carryOut(task: TaskRecord, located: LocatedVm, actor: Actor, signal: AbortSignal): Promise<void> {
    const log = new TaskLog(linesOf(task), this.#on.clock, (lines) =>
      this.#on.vmTasks.writeLog(task.id, lines),
    );
    try {
      const end =
        (await this.#say(task, located, log, signal)) ?? (await this.#wait(task, located, log, signal));
      await this.#end(task, end, log.lines, actor);
    } catch (error) {
      if (signal.aborted) {
        await log.add({ step: 'interrupted' });
        await this.#end(task, { state: 'interrupted', after: null }, log.lines, actor);
        return;
      }
      await this.#end(task, { state: 'failed', after: null, fault: 'failed' }, log.lines, actor);
      throw error;
    }
  }

  /** Undefined once the hypervisor took it. */
  async #say(
    task: TaskRecord,
    located: LocatedVm,
    log: TaskLog,
    signal: AbortSignal,
  ): Promise<TaskEnd | undefined> {
    const { host, kind, uri, ref } = located;
    const command = { action: task.action, ...(task.snapshot !== '' && { snapshot: task.snapshot }) };
    try {
      const outcome = await this.#on.nodeCollection.actOnVm(host.asset_id, { kind, uri }, ref, command, {
        signal,
      });
      if (outcome.isDone) {
        await log.add({ step: 'sent', ...(outcome.state && { state: outcome.state }) });
        return undefined;
      }
      const { fault, detail } = outcome;
      await log.add({ step: 'refused', detail: detail ?? '' });
      const seen = await this.#look(() => Promise.resolve(located), signal);
      return { state: 'failed', after: seen?.state ?? null, fault, detail: detail ?? '' };
    } catch (error) {
      if (!(error instanceof CollectFailed) || signal.aborted) {
        throw error;
      }
      return { state: 'failed', after: null, fault: 'way', detail: JSON.stringify(error.problem) };
    }
  }

  async #wait(task: TaskRecord, located: LocatedVm, log: TaskLog, signal: AbortSignal): Promise<TaskEnd> {
    const { clock, vms } = this.#on;
    const { action, snapshot, deadline_at: deadline } = task;
    let last: FoundVm['state'] | undefined;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        const seen = await vms.look(located, 'en', signal);
        if (isFulfilled(action, snapshot, seen)) {
          await log.add({ step: 'done', ...(seen && { state: seen.state }) });
          return { state: 'succeeded', after: seen?.state ?? 'missing' };
        }
        if (seen && seen.state !== last) {
          last = seen.state;
          await log.add({ step: 'seen', state: last });
        }
      } catch (error) {
        if (!(error instanceof AppError) || signal.aborted) {
          throw error;
        }
        await log.add({ step: 'unreadable' });
      }
      const left = deadline - clock.now();
      if (left <= 0) {
        await log.add({ step: 'deadline' });
        return isUpToGuest(action)
          ? { state: 'unanswered', after: last ?? null }
          : { state: 'failed', after: last ?? null, fault: 'timeout' };
      }
      if (wait === FIRST_WAIT_MS && isUpToGuest(action)) {
        await log.add({ step: 'waiting', seconds: Math.round(left / SECOND_MS) });
      }
      await sleep(Math.min(wait, left), undefined, { signal });
    }
  }

  async #look(locate: () => Promise<LocatedVm>, signal?: AbortSignal): Promise<FoundVm | undefined> {
    try {
      return await this.#on.vms.look(await locate(), 'en', signal);
    } catch (error) {
      if (error instanceof AppError) {
        return undefined;
      }
      throw error;
    }
  }

  async #end(task: TaskRecord, end: TaskEnd, log: readonly LogLine[], actor?: Actor): Promise<void> {
    const { database, vmTasks, audit, clock } = this.#on;
    await database.transact(async (tx) => {
      if (!(await vmTasks.end(task.id, end, log, clock.now(), tx))) {
        return;
      }
      const { state, after, fault } = end;
      await audit.write(
        actor ?? SYSTEM_CALLER,
        {
          action: 'vm.task-ended',
          object: about({ id: task.vm_id, name: task.vm_name }),
          result: state === 'succeeded' ? 'success' : 'failure',
          detail: { action: task.action, taskId: task.id, end: state, state: after, ...(fault && { fault }) },
        },
        tx,
      );
    });
  }
}

/** What is told of a task while it goes on. */
class TaskLog {
  readonly lines: LogLine[];
  readonly #clock: Clock;
  readonly #write: (lines: readonly LogLine[]) => Promise<void>;

  constructor(lines: LogLine[], clock: Clock, write: (lines: readonly LogLine[]) => Promise<void>) {
    this.lines = lines;
    this.#clock = clock;
    this.#write = write;
  }

  async add(line: Omit<LogLine, 'at'>): Promise<void> {
    if (this.lines.length < MAX_LINES) {
      this.lines.push({ at: this.#clock.now(), ...line });
      await this.#write(this.lines);
    }
  }
}

function linesOf({ log }: TaskRecord): LogLine[] {
  return JSON.parse(log) as LogLine[];
}
