import type { NodeAction, NodeImpact, NodePower, NodePowerAction } from '@jadegate/contract/fleet/node-power';
import { POWER_NOTICE_SECONDS } from '@jadegate/contract/fleet/node-power';
import { sayFault, sayProblem } from '@jadegate/contract/fleet/node-problem';
import type { Language } from '@jadegate/contract/language';
import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { NODE_FAULT_WORDS } from '@jadegate/contract/words/node-power';

import { refusingTaken, type Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { requesterOf } from '../../work/requester.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import { about, type NodeService } from '../node/node.service.ts';
import type { ActionRecord, NodeActionRepository } from './node-action.repository.ts';
import type { NodeImpactRepository } from './node-impact.repository.ts';
import type { NodePowerNotice } from './node-power-notice.ts';
import type { NodePowerKind } from './node-power.kind.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  processes: Pick<ServerProcessService, 'id'>;
  nodeCollection: Pick<NodeCollectionService, 'power'>;
  nodeService: Pick<NodeService, 'find'>;
  nodeActions: NodeActionRepository;
  nodeImpacts: NodeImpactRepository;
  powerNotice: NodePowerNotice;
  powerKind: NodePowerKind;
  work: WorkEngine;
}

/** More than this nobody reads before a click; how many there are is said in any case. */
const SHOWN = 50;
const REASON_MIN = 5;
/** How long what should follow is waited for. Large machines test their memory for minutes. */
const WAITED_MS: Record<NodePowerAction, number> = { reboot: 10 * MINUTE_MS, shutdown: 5 * MINUTE_MS };

/** Decides whether a host is restarted or shut down, tells what that ends, and begins it. */
export class NodePowerService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async impact(nodeId: string): Promise<NodeImpact> {
    const { nodeService, nodeImpacts } = this.#deps;
    await nodeService.find(nodeId);
    const [sessions, vms, processes] = await Promise.all([
      nodeImpacts.listSessions(nodeId),
      nodeImpacts.listVms(nodeId),
      nodeImpacts.listProcesses(nodeId),
    ]);
    return {
      sessionCount: sessions.length,
      sessions: sessions.slice(0, SHOWN).map((one) => ({
        id: one.id,
        person: one.user_name,
        target: one.asset_name,
        protocol: one.protocol,
        since: new Date(one.created_at).toISOString(),
      })),
      vmCount: vms.length,
      // Those that stand in the way come first, however many there are.
      vms: vms
        .toSorted((one, other) => other.is_protected - one.is_protected)
        .slice(0, SHOWN)
        .map(({ id, name, is_protected }) => ({ id, name, isProtected: is_protected === 1 })),
      processCount: processes.length,
      processes: processes.slice(0, SHOWN).map(({ pid, name, account, username, nickname }) => ({
        pid,
        name: name ?? '',
        person: (nickname ?? '') || (username ?? account ?? ''),
      })),
    };
  }

  async begin(actor: Actor, nodeId: string, { action, confirm, reason, notify }: NodePower) {
    const { nodeService, powerNotice, work } = this.#deps;
    const node = await nodeService.find(nodeId);
    const { name, asset_id: assetId } = node;
    if (assetId === null) {
      throw new AppError('node.unlinked');
    }
    if (confirm.trim() !== name) {
      throw new AppError('node.confirm_mismatch', { params: { name }, fields: ['confirm'] });
    }
    if (reason.length < REASON_MIN) {
      throw new AppError('node.reason_missing', { params: { min: REASON_MIN }, fields: ['reason'] });
    }
    const impact = await this.impact(nodeId);
    const kept = impact.vms.filter(({ isProtected }) => isProtected);
    if (kept.length > 0) {
      const names = kept.map((vm) => vm.name).join('、');
      throw new AppError('node.vms_protected', { params: { names } });
    }
    const bootId = await this.#look(assetId, actor.language);
    await work.ready();
    const noticeMs = notify && (await powerNotice.hasHearers(nodeId)) ? POWER_NOTICE_SECONDS * SECOND_MS : 0;
    const meant = { action, reason, bootId, impact, notify, noticeMs };
    return { actionId: await this.#write(actor, { id: nodeId, name, assetId }, meant) };
  }

  async list(
    nodeId: string,
    query: PagingRequest<'startedAt'>,
    language: Language,
  ): Promise<Page<NodeAction>> {
    await this.#deps.nodeService.find(nodeId);
    const { total, items } = await this.#deps.nodeActions.page(nodeId, query);
    return { total, items: items.map((record) => presentAction(record, language)) };
  }

  /** For the job that removes what is old. */
  countOlder(before: number): Promise<number> {
    return this.#deps.nodeActions.countOlder(before);
  }

  removeOlder(before: number, batch: number): Promise<number> {
    return this.#deps.nodeActions.removeOlder(before, batch);
  }

  /** Which run of its system this is; whoever cannot be asked cannot be told anything. */
  async #look(assetId: string, language: Language): Promise<string | null> {
    try {
      return (await this.#deps.nodeCollection.power(assetId, 'look')).bootId;
    } catch (error) {
      if (!(error instanceof CollectFailed)) {
        throw error;
      }
      const reason = sayProblem(error.problem, language).message;
      throw new AppError('node.unreachable', { params: { reason }, cause: error });
    }
  }

  #write(
    actor: Actor,
    { id: nodeId, name, assetId }: { id: string; name: string; assetId: string },
    meant: Pick<NodePower, 'action' | 'reason' | 'notify'> & {
      bootId: string | null;
      impact: NodeImpact;
      noticeMs: number;
    },
  ): Promise<string> {
    const { database, audit, clock, processes, nodeActions, work, powerKind } = this.#deps;
    const { action, reason, notify, bootId, impact, noticeMs } = meant;
    const now = clock.now();
    const record: ActionRecord = {
      id: newId(now),
      node_id: nodeId,
      node_name: name,
      action,
      state: 'running',
      reason,
      user_id: actor.userId,
      user_name: actor.username,
      process_id: processes.id,
      boot_id: bootId,
      session_count: impact.sessionCount,
      vm_count: impact.vmCount,
      process_count: impact.processCount,
      fault: '',
      detail: '',
      started_at: now,
      notice_until: noticeMs === 0 ? null : now + noticeMs,
      deadline_at: now + noticeMs + WAITED_MS[action],
      ended_at: null,
    };
    const busy = (cause: unknown) => new AppError('node.power_busy', { params: { name }, cause });
    return refusingTaken(database, busy, () =>
      database.transact(async (tx) => {
        await nodeActions.insert(record, tx);
        const detail = {
          action,
          actionId: record.id,
          reason,
          notify,
          sessions: impact.sessions.map(({ person, target }) => `${person} → ${target}`),
          vms: impact.vms.map((vm) => vm.name),
          sessionCount: impact.sessionCount,
          vmCount: impact.vmCount,
          processCount: impact.processCount,
        };
        await audit.write(actor, { action: 'node.power', object: about({ id: nodeId, name }), detail }, tx);
        const person = { id: actor.userId, name: actor.username };
        const input = { nodeId, assetId, by: requesterOf(actor) };
        const order = { subject: record.id, subjectName: name, person, input, isForThisProcess: true };
        await work.add(powerKind, order, tx);
        return record.id;
      }),
    );
  }
}

function presentAction(record: ActionRecord, language: Language): NodeAction {
  const moment = (at: number) => new Date(at).toISOString();
  return {
    id: record.id,
    action: record.action,
    state: record.state,
    reason: record.reason,
    byName: record.user_name,
    startedAt: moment(record.started_at),
    deadlineAt: moment(record.deadline_at),
    endedAt: record.ended_at === null ? null : moment(record.ended_at),
    sessionCount: record.session_count,
    vmCount: record.vm_count,
    processCount: record.process_count,
    ...sayFault(NODE_FAULT_WORDS, record, language),
  };
}
