import { setTimeout as sleep } from 'node:timers/promises';

import type { FoundVm } from '@jadegate/contract/fleet/vm-state';
import * as z from 'zod';

import type { Tx } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { actorOf, Requester } from '../../work/requester.ts';
import { SingleRunKind } from '../../work/single-run-kind.ts';
import type { Piece, PieceEnd, Stray, WorkKind } from '../../work/work-kind.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import { isFulfilled, isUpToGuest } from './vm-state.policy.ts';
import type { TaskEnd, VmTaskRepository } from './vm-task.repository.ts';
import type { LogLine, TaskRecord } from './vm.present.ts';
import { about, type LocatedVm, type VmService } from './vm.service.ts';

interface Dependencies {
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  nodeCollection: Pick<NodeCollectionService, 'actOnVm'>;
  vms: VmService;
  vmTasks: VmTaskRepository;
}

const Input = z.object({ by: Requester.optional() });
type Input = z.infer<typeof Input>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5 * SECOND_MS;
/** No task waits longer for its machine; how long each does stands in its row. */
const LONGEST_MS = 2 * 60 * MINUTE_MS;
const MAX_LINES = 100;

/**
 * Carries out what was decided for a virtual machine: says it to the hypervisor, then looks until it is so or the time is
 * over. Nothing is ever written down as a state but what the hypervisor said. What a dead server had begun is not begun
 * again: whether it was done nobody knows, so the machine is looked at.
 */
export class VmTaskKind extends SingleRunKind implements WorkKind<Input, TaskEnd> {
  readonly name = 'vm-task';
  readonly input = Input;
  readonly canCancel = false;
  readonly #deps: Dependencies;
  /** Of the tasks under way here: also what the database did not take. */
  readonly #logs = new Map<string, TaskLog>();

  constructor(dependencies: Dependencies) {
    super();
    this.#deps = dependencies;
  }

  deadlineMs(): number {
    return LONGEST_MS;
  }

  async run({ subject, signal }: Piece<Input>): Promise<TaskEnd> {
    const { vms, vmTasks, clock, logger } = this.#deps;
    const task = await vmTasks.find(subject);
    if (!task) {
      throw new AppError('vm.task_not_found');
    }
    const log = new TaskLog(linesOf(task), clock, (lines) =>
      vmTasks
        .writeLog(subject, lines)
        .catch((error: unknown) => logger.warn({ err: error }, 'a line of a task is not written down yet')),
    );
    this.#logs.set(subject, log);
    const located = await vms.locate(task.vm_id);
    return (await this.#say(task, located, log, signal)) ?? (await this.#wait(task, located, log, signal));
  }

  async recover({ subject, signal }: Piece<Input>): Promise<TaskEnd> {
    const { vms, vmTasks } = this.#deps;
    const task = await vmTasks.find(subject);
    const seen = task && (await this.#look(() => vms.locate(task.vm_id), signal));
    return { state: 'interrupted', after: seen?.state ?? null };
  }

  async end({ subject, input }: Piece<Input>, { outcome, result }: PieceEnd<TaskEnd>, tx: Tx): Promise<void> {
    const { vmTasks, audit, clock } = this.#deps;
    const task = await vmTasks.find(subject, tx);
    if (!task) {
      return;
    }
    const end = result ?? endAs(outcome);
    const lines = [...(this.#logs.get(subject)?.lines ?? linesOf(task))];
    if (end.state === 'interrupted') {
      lines.push({ at: clock.now(), step: 'interrupted', ...(end.after && { state: end.after }) });
    }
    if (!(await vmTasks.end(subject, end, lines, clock.now(), tx))) {
      return;
    }
    const { state, after, fault } = end;
    await audit.write(
      input.by ? actorOf(input.by) : SYSTEM_CALLER,
      {
        action: 'vm.task-ended',
        object: about({ id: task.vm_id, name: task.vm_name }),
        result: state === 'succeeded' ? 'success' : 'failure',
        detail: { action: task.action, taskId: subject, end: state, state: after, ...(fault && { fault }) },
      },
      tx,
    );
  }

  forget(subject: string): void {
    this.#logs.delete(subject);
  }

  async listStrays(): Promise<Stray<Input>[]> {
    const rows = await this.#deps.vmTasks.listStrays(this.name);
    return rows.map(({ id, process_id, started_at }) => ({
      subject: id,
      processId: process_id,
      startedAt: started_at,
      input: {},
    }));
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
      const outcome = await this.#deps.nodeCollection.actOnVm(host.asset_id, { kind, uri }, ref, command, {
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
    const { clock, vms } = this.#deps;
    const { action, snapshot, deadline_at: deadline } = task;
    let last: FoundVm['state'] | undefined;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        const seen = await vms.findAtHypervisor(located, 'en', signal);
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

  async #look(locate: () => Promise<LocatedVm>, signal: AbortSignal): Promise<FoundVm | undefined> {
    try {
      return await this.#deps.vms.findAtHypervisor(await locate(), 'en', signal);
    } catch (error) {
      if (error instanceof AppError) {
        return undefined;
      }
      throw error;
    }
  }
}

/** What is written down where nothing more is known. */
function endAs(outcome: PieceEnd['outcome']): TaskEnd {
  return outcome === 'interrupted'
    ? { state: 'interrupted', after: null }
    : { state: 'failed', after: null, fault: outcome === 'timed-out' ? 'timeout' : 'failed' };
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
