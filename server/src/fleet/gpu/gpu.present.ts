import {
  GPU_HEALTH_LEVELS,
  sayGpuReason,
  type Gpu,
  type GpuEvent,
  type GpuPerson,
  type GpuProcessRow,
  type GpuReason,
  type GpuRow,
} from '@jadegate/contract/fleet/gpu';
import type { GpuCard, GpuProcess } from '@jadegate/contract/fleet/gpu-state';
import { translate, type Language } from '@jadegate/contract/language';
import { XID_WORDS } from '@jadegate/contract/words/gpu-health';

import type { Fault } from './gpu-health.policy.ts';
import type { ProcessRecord } from './gpu-process.repository.ts';
import type { GpuRecord, ListedGpu } from './gpu.repository.ts';

const MAX_ACCOUNTS = 8;

export function presentRow(
  record: ListedGpu,
  processes: readonly ProcessRecord[],
  language: Language,
): GpuRow {
  const reasons = JSON.parse(record.reasons) as GpuReason[];
  return {
    id: record.id,
    nodeId: record.node_id,
    nodeName: record.node_name ?? '',
    vendor: record.vendor,
    uuid: record.uuid,
    bdf: record.bdf,
    index: record.number,
    model: record.model,
    note: record.note ?? '',
    labels: JSON.parse(record.labels ?? '{}') as Record<string, string>,
    attach: record.attach,
    usage: record.usage,
    health: GPU_HEALTH_LEVELS[record.health] ?? 'unknown',
    reasons: reasons.map((reason) => sayGpuReason(reason, language)),
    utilPct: record.util_pct,
    memUsed: record.mem_used,
    memTotal: record.mem_total,
    tempC: record.temp_c,
    powerW: record.power_w,
    powerLimitW: record.power_limit_w,
    driver: record.driver,
    cuda: record.cuda,
    slices: record.slices,
    processes: record.processes,
    ...usersOf(processes),
    idleSince: moment(record.idle_since),
    created: new Date(record.created_at).toISOString(),
    seenAt: moment(record.seen_at),
    goneAt: moment(record.gone_at),
  };
}

export function presentGpu(record: GpuRecord, processes: readonly ProcessRecord[], language: Language): Gpu {
  const events = JSON.parse(record.events) as Fault[];
  return {
    ...presentRow(record, processes, language),
    assetId: record.asset_id,
    state: record.state === null ? null : (JSON.parse(record.state) as GpuCard),
    processList: processes.map(presentProcess),
    events: events.map((event) => presentEvent(event, language)),
    knowsEvents: record.knows_events === 1,
  };
}

/** Everybody on a card once, and the accounts of what belongs to nobody known. */
export function usersOf(processes: readonly ProcessRecord[]): { people: GpuPerson[]; accounts: string[] } {
  const people = new Map(
    processes.flatMap((one) => personOf(one) ?? []).map((person) => [person.id, person]),
  );
  const unknown = processes.filter((one) => !personOf(one)).flatMap(({ account }) => account ?? []);
  return { people: [...people.values()], accounts: [...new Set(unknown)].slice(0, MAX_ACCOUNTS) };
}

export function presentProcess(record: ProcessRecord): GpuProcessRow {
  return {
    pid: record.pid,
    type: record.type as GpuProcess['type'],
    name: record.name,
    memBytes: record.mem_bytes,
    uid: record.uid,
    user: record.account,
    startTicks: record.start_ticks,
    container: record.container,
    gpuInstance: record.gpu_instance,
    computeInstance: record.compute_instance,
    person: personOf(record) ?? null,
    // A session that was removed since can no longer be looked at.
    sessionId: record.session_status === null ? null : record.session_id,
    isSessionLive: record.session_status === 'connected',
    attribution: record.attribution,
    startedAt: moment(record.started_at),
  };
}

function personOf({ user_id, username, nickname }: ProcessRecord): GpuPerson | undefined {
  return user_id === null || username === null
    ? undefined
    : { id: user_id, username, nickname: nickname ?? '' };
}

function presentEvent({ at, xid, detail }: Fault, language: Language): GpuEvent {
  const words = XID_WORDS[xid];
  return {
    at: new Date(at).toISOString(),
    xid,
    level: words?.level ?? 'info',
    meaning: words ? translate(words.meaning, language) : '',
    detail,
  };
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
