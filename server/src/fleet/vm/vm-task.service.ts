import type { VmTask, VmTaskLog, VmWish } from '@jadegate/contract/fleet/vm';
import type { FoundVm, VmAction, VmState } from '@jadegate/contract/fleet/vm-state';
import { translate, type Language } from '@jadegate/contract/language';
import type { Page, PagingRequest } from '@jadegate/contract/paging';
import type { AuditAction } from '@jadegate/contract/platform/audit';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { VM_STATE_WORDS } from '@jadegate/contract/words/vm-log';

import { refusingTaken, type Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import { requesterOf } from '../../work/requester.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import { REASON_MIN, refusalOf, shownState, supersedes, waitedMs } from './vm-state.policy.ts';
import type { VmTaskKind } from './vm-task.kind.ts';
import type { VmTaskRepository } from './vm-task.repository.ts';
import { presentTask, presentTaskLog, type LogLine, type TaskRecord } from './vm.present.ts';
import { about, type LocatedVm, type VmService } from './vm.service.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  settings: Pick<SettingService, 'get'>;
  processes: Pick<ServerProcessService, 'id'>;
  vms: VmService;
  vmTasks: VmTaskRepository;
  vmTaskKind: VmTaskKind;
  work: WorkEngine;
}

interface VmOrder {
  action: VmAction;
  snapshot?: string | undefined;
}

const AT_ONCE = 5;
const NO_WISH: VmWish = { confirm: '', reason: '' };

/** Decides what may be done with a virtual machine, and begins it. One thing at a time for each. */
export class VmTaskService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Looks how the machine is, refuses what that forbids, and answers with the task once it is written down. */
  async begin(
    actor: Actor,
    vmId: string,
    order: VmOrder,
    wish: VmWish = NO_WISH,
  ): Promise<{ taskId: string }> {
    const { vms, work } = this.#deps;
    const located = await vms.locate(vmId);
    const seen = await vms.findAtHypervisor(located, actor.language);
    await work.ready();
    return { taskId: await this.#write(actor, located, seen, order, wish) };
  }

  /** Each for itself: what is refused says why, and the others are begun. */
  async beginMany(actor: Actor, ids: readonly string[], order: VmOrder, reason: string) {
    const results: { id: string; name: string; taskId: string; refusal: string }[] = [];
    for (const some of inChunks([...new Set(ids)], AT_ONCE)) {
      const begun = some.map(async (id) => {
        let name = '';
        try {
          ({ name } = await this.#deps.vms.find(id));
          const { taskId } = await this.begin(actor, id, order, { ...NO_WISH, reason });
          return { id, name, taskId, refusal: '' };
        } catch (error) {
          if (!(error instanceof AppError)) {
            throw error;
          }
          return {
            id,
            name,
            taskId: '',
            refusal: translate(ERROR_WORDS[error.code], actor.language, error.params),
          };
        }
      });
      results.push(...(await Promise.all(begun)));
    }
    return results;
  }

  async list(vmId: string, query: PagingRequest<'startedAt'>, language: Language): Promise<Page<VmTask>> {
    await this.#deps.vms.find(vmId);
    const { total, items } = await this.#deps.vmTasks.page(vmId, query);
    return { total, items: items.map((record) => presentTask(record, language)) };
  }

  /** For the job that removes what is old. */
  countOlder(before: number): Promise<number> {
    return this.#deps.vmTasks.countOlder(before);
  }

  removeOlder(before: number, batch: number): Promise<number> {
    return this.#deps.vmTasks.removeOlder(before, batch);
  }

  async get(vmId: string, taskId: string, language: Language): Promise<VmTaskLog> {
    const record = await this.#deps.vmTasks.find(taskId);
    if (record?.vm_id !== vmId) {
      throw new AppError('vm.task_not_found');
    }
    return presentTaskLog(record, language);
  }

  async #write(
    actor: Actor,
    { record: { id: vmId } }: LocatedVm,
    seen: FoundVm | undefined,
    { action, snapshot = '' }: VmOrder,
    wish: VmWish,
  ): Promise<string> {
    const { database, audit, clock, vms, vmTasks, settings, processes, work, vmTaskKind } = this.#deps;
    const shutdownSeconds = await settings.get('vm-shutdown-seconds');
    const { name } = await vms.find(vmId);
    const busy = (cause?: unknown) => new AppError('vm.busy', { params: { name }, cause });
    return refusingTaken(database, busy, () =>
      database.transact(async (tx) => {
        const record = await vms.find(vmId, tx);
        const open = await vmTasks.findOpen(vmId, tx);
        const state = shownState(seen?.state ?? null, !seen, open?.action ?? null);
        const asked = { action, state, provider: record.provider, name: record.name, ...wish };
        refuse(
          refusalOf({ ...asked, isProtected: record.is_protected === 1 }),
          record.name,
          state,
          actor.language,
        );
        refuseSnapshot(action, snapshot, seen);
        if (open && !supersedes(action, open.action)) {
          throw busy();
        }
        const now = clock.now();
        if (open) {
          const log = [...(JSON.parse(open.log) as LogLine[]), { at: now, step: 'superseded' as const }];
          await vmTasks.end(open.id, { state: 'superseded', after: seen?.state ?? null }, log, now, tx);
          await work.withdraw(vmTaskKind, open.id, tx);
        }
        const task: TaskRecord = {
          id: newId(now),
          vm_id: vmId,
          vm_name: record.name,
          action,
          snapshot,
          state: 'running',
          reason: wish.reason,
          user_id: actor.userId,
          user_name: actor.username,
          process_id: processes.id,
          before_state: seen?.state ?? null,
          after_state: null,
          fault: '',
          detail: '',
          log: JSON.stringify([{ at: now, step: 'began', state: seen?.state } satisfies LogLine]),
          started_at: now,
          deadline_at: now + waitedMs(action, shutdownSeconds),
          ended_at: null,
        };
        await vmTasks.insert(task, tx);
        const detail = {
          action,
          taskId: task.id,
          state,
          ...(snapshot !== '' && { snapshot }),
          ...(wish.reason !== '' && { reason: wish.reason }),
        };
        await audit.write(actor, { action: AUDITED[action], object: about(record), detail }, tx);
        const person = { id: actor.userId, name: actor.username };
        const order = {
          subject: task.id,
          subjectName: record.name,
          person,
          input: { by: requesterOf(actor) },
        };
        await work.add(vmTaskKind, { ...order, isForThisProcess: true }, tx);
        return task.id;
      }),
    );
  }
}

const AUDITED: Record<VmAction, AuditAction> = {
  start: 'vm.power',
  shutdown: 'vm.power',
  reboot: 'vm.power',
  reset: 'vm.power',
  poweroff: 'vm.power',
  pause: 'vm.power',
  resume: 'vm.power',
  'autostart-on': 'vm.autostart',
  'autostart-off': 'vm.autostart',
  'snapshot-create': 'vm.snapshot-created',
  'snapshot-revert': 'vm.snapshot-reverted',
  'snapshot-delete': 'vm.snapshot-removed',
};

function refuse(
  refusal: ReturnType<typeof refusalOf>,
  name: string,
  state: VmState,
  language: Language,
): void {
  if (refusal !== undefined) {
    const field =
      refusal === 'confirm_mismatch' ? ['confirm'] : refusal === 'reason_missing' ? ['reason'] : [];
    const params = { name, state: translate(VM_STATE_WORDS[state], language), min: REASON_MIN };
    throw new AppError(`vm.${refusal}`, { params, fields: field });
  }
}

function refuseSnapshot(action: VmAction, snapshot: string, seen: FoundVm | undefined): void {
  if (snapshot === '' || !seen?.detail) {
    return;
  }
  const exists = seen.detail.snapshots.some(({ name }) => name === snapshot);
  if (exists === (action === 'snapshot-create')) {
    throw new AppError(exists ? 'vm.snapshot_exists' : 'vm.snapshot_gone', {
      params: { snapshot },
      fields: ['name'],
    });
  }
}
