import { sayFault } from '@jadegate/contract/fleet/node-problem';
import type { Vm, VmInput, VmLogStep, VmRow, VmSource, VmTask, VmTaskLog } from '@jadegate/contract/fleet/vm';
import type { VmDetail, VmState } from '@jadegate/contract/fleet/vm-state';
import { translate, type Language } from '@jadegate/contract/language';
import { VM_FAULT_WORDS, type VmFault } from '@jadegate/contract/words/vm-faults';
import { VM_LOG_WORDS, VM_STATE_WORDS } from '@jadegate/contract/words/vm-log';

import type { RowOf } from '../../db/schema.ts';
import type { VmBrief } from './vm-figures.ts';
import { shownState } from './vm-state.policy.ts';
import type { SourceRecord } from './vm-state.repository.ts';
import type { VmRecord } from './vm.repository.ts';

export type TaskRecord = RowOf<'vm_task'>;

/** A line of a log, before it is said in anybody's language. */
export interface LogLine {
  at: number;
  step: VmLogStep;
  state?: VmState | undefined;
  seconds?: number | undefined;
  detail?: string | undefined;
}

/** What people said, as it is stored. */
export function columnsOf(input: VmInput) {
  return {
    description: input.description,
    labels: JSON.stringify(input.labels),
    department: input.department,
    owner_id: input.ownerId,
    manual_ip: input.manualIp,
    asset_id: input.assetId,
    is_protected: input.isProtected ? (1 as const) : (0 as const),
  };
}

export function stateOf(record: Pick<VmRecord, 'state' | 'missing_since' | 'task_action'>): VmState {
  return shownState(record.state, record.missing_since !== null, record.task_action);
}

const NO_BRIEF: VmBrief = {
  netRxBps: null,
  netTxBps: null,
  diskReadBps: null,
  diskWriteBps: null,
  passedThrough: [],
  hasVnc: false,
  hasSerial: false,
};

export function presentRow(record: VmRecord): VmRow {
  const brief = record.brief ? (JSON.parse(record.brief) as VmBrief) : NO_BRIEF;
  return {
    id: record.id,
    name: record.name,
    title: record.title ?? '',
    provider: record.provider,
    key: record.vm_key,
    uuid: record.uuid,
    nodeId: record.node_id,
    nodeName: record.node_name ?? '',
    cluster: record.cluster_name,
    host: record.host ?? '',
    description: record.description,
    labels: JSON.parse(record.labels) as Record<string, string>,
    department: record.department,
    ownerId: record.owner_id,
    ownerName: record.owner_name ?? '',
    manualIp: record.manual_ip,
    assetId: record.asset_id,
    assetName: record.asset_name ?? '',
    assetProtocol: record.asset_protocol,
    isProtected: record.is_protected === 1,
    created: moment(record.created_at),
    updated: moment(record.updated_at),
    state: stateOf(record),
    seenState: record.missing_since === null ? (record.state ?? 'unknown') : 'missing',
    stateReason: record.state_reason ?? '',
    stateSince: maybeMoment(record.state_since),
    seenAt: maybeMoment(record.seen_at),
    missingSince: maybeMoment(record.missing_since),
    task: taskOf(record),
    isAutostart: record.is_autostart === null ? null : record.is_autostart === 1,
    isPersistent: record.is_persistent === null ? null : record.is_persistent === 1,
    isTemplate: record.is_template === 1,
    vcpus: record.vcpus,
    memBytes: record.mem_bytes,
    memMaxBytes: record.mem_max_bytes,
    memRssBytes: record.mem_rss_bytes,
    cpuPct: record.cpu_pct,
    uptimeSec: record.uptime_sec,
    diskBytes: record.disk_bytes,
    diskAllocatedBytes: record.disk_allocated_bytes,
    ...brief,
    ip: record.manual_ip || (record.ip ?? ''),
    ipSource: record.manual_ip === '' ? ((record.ip_source || null) as VmRow['ipSource']) : 'manual',
    snapshotCount: record.snapshot_count ?? 0,
    oldestSnapshotAt: maybeMoment(record.oldest_snapshot_at),
  };
}

export function presentVm(
  record: VmRecord,
  found: { detail: string | null; detail_at: number | null } | undefined,
  lastTask: TaskRecord | undefined,
  language: Language,
): Vm {
  return {
    ...presentRow(record),
    found: found?.detail ? (JSON.parse(found.detail) as VmDetail) : null,
    foundAt: maybeMoment(found?.detail_at ?? null),
    lastTask: lastTask ? presentTask(lastTask, language) : null,
  };
}

export function presentTask(record: TaskRecord, language: Language): VmTask {
  return {
    id: record.id,
    vmId: record.vm_id,
    vmName: record.vm_name,
    action: record.action,
    snapshot: record.snapshot,
    state: record.state,
    reason: record.reason,
    byName: record.user_name,
    startedAt: moment(record.started_at),
    deadlineAt: moment(record.deadline_at),
    endedAt: maybeMoment(record.ended_at),
    before: record.before_state,
    after: record.after_state,
    ...sayFault(VM_FAULT_WORDS, record, language),
  };
}

export function presentTaskLog(record: TaskRecord, language: Language): VmTaskLog {
  const lines = JSON.parse(record.log) as LogLine[];
  const wordOf = (state: VmState | undefined) => translate(VM_STATE_WORDS[state ?? 'unknown'], language);
  return {
    ...presentTask(record, language),
    log: lines.map(({ at, step, state, seconds, detail }) => ({
      at: moment(at),
      step,
      message: translate(VM_LOG_WORDS[step], language, { state: wordOf(state), seconds: seconds ?? 0 }),
      detail: detail ?? '',
    })),
  };
}

export function presentSource(
  record: SourceRecord & { node_name: string; count: number | null },
  language: Language,
): VmSource {
  return {
    nodeId: record.node_id,
    nodeName: record.node_name,
    hypervisor: record.hypervisor,
    askedAt: maybeMoment(record.asked_at),
    collectedAt: maybeMoment(record.collected_at),
    fault: (record.fault || null) as VmFault | null,
    ...sayFault(VM_FAULT_WORDS, record, language),
    count: record.count ?? 0,
  };
}

function taskOf({ task_id, task_action, task_started_at, task_deadline_at }: VmRecord): VmRow['task'] {
  return task_id === null || task_action === null
    ? null
    : {
        id: task_id,
        action: task_action,
        startedAt: moment(task_started_at ?? 0),
        deadlineAt: moment(task_deadline_at ?? 0),
      };
}

function moment(at: number): string {
  return new Date(at).toISOString();
}

function maybeMoment(at: number | null): string | null {
  return at === null ? null : moment(at);
}
