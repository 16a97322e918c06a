import type { GpuState } from '@jadegate/contract/fleet/gpu-state';
import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import type { HostSample } from '@jadegate/contract/fleet/host-sample';
import type { Node, NodeBrief, NodeExpectation, NodeInput, NodeRow } from '@jadegate/contract/fleet/node';
import type { RackedNode } from '@jadegate/contract/fleet/node-endpoints';
import { sayProblem, type Problem } from '@jadegate/contract/fleet/node-problem';
import type { Language } from '@jadegate/contract/language';

import type { RowOf } from '../../db/schema.ts';
import { partsOf } from './node-drift.policy.ts';
import type { StateRecord } from './node-state.repository.ts';
import type { NodeRecord, NodeRepository } from './node.repository.ts';

export function nameKey(name: string): string {
  return name.toLowerCase();
}

/** What people said, as it is stored. */
export function columnsOf(input: NodeInput): Omit<RowOf<'node'>, 'id' | 'created_at' | 'updated_at'> {
  return {
    name: input.name,
    name_key: nameKey(input.name),
    asset_id: input.assetId,
    site: input.site,
    room: input.room,
    rack: input.rack,
    unit: input.unit,
    unit_height: input.unitHeight,
    asset_tag: input.assetTag,
    department: input.department,
    purchased_at: input.purchasedAt,
    warranty_until: input.warrantyUntil,
    retire_at: input.retireAt,
    labels: JSON.stringify(input.labels),
    lifecycle: input.lifecycle,
    expect: JSON.stringify(input.expect),
    collects: input.collects ? 1 : 0,
    interval_seconds: input.intervalSeconds,
    collects_vms: input.collectsVms ? 1 : 0,
    vm_interval_seconds: input.vmIntervalSeconds,
    hypervisor_uri: input.hypervisorUri,
    description: input.description,
  };
}

export function presentRow(record: NodeRecord, now: number, language: Language): NodeRow {
  return {
    id: record.id,
    name: record.name,
    assetId: record.asset_id,
    assetName: record.asset_name ?? '',
    ip: record.ip ?? '',
    port: record.port ?? 0,
    gatewayName: record.gateway_name ?? '',
    site: record.site,
    room: record.room,
    rack: record.rack,
    unit: record.unit,
    unitHeight: record.unit_height,
    assetTag: record.asset_tag,
    department: record.department,
    purchasedAt: record.purchased_at,
    warrantyUntil: record.warranty_until,
    retireAt: record.retire_at,
    labels: JSON.parse(record.labels) as Record<string, string>,
    lifecycle: record.lifecycle,
    expect: JSON.parse(record.expect) as NodeExpectation,
    collects: record.collects === 1,
    intervalSeconds: record.interval_seconds,
    collectsVms: record.collects_vms === 1,
    vmIntervalSeconds: record.vm_interval_seconds,
    hypervisorUri: record.hypervisor_uri,
    description: record.description,
    created: new Date(record.created_at).toISOString(),
    updated: new Date(record.updated_at).toISOString(),
    status: record.status ?? 'unknown',
    problem: problemOf(record, language),
    failures: record.failures ?? 0,
    statusSince: moment(record.status_since),
    seenAt: moment(record.seen_at),
    collectedAt: moment(record.collected_at),
    factsAt: moment(record.facts_at),
    nextAt: moment(record.next_at),
    latencyMs: record.latency_ms,
    pollMs: record.poll_ms,
    clockSkew: record.clock_skew,
    isAsking: (record.asking_until ?? 0) > now,
    brief: parsed(record.brief) as NodeBrief | null,
    latest: latestOf(record),
    openChanges: record.open_changes,
    differs: record.differs === 1,
  };
}

type RackedRecord = Awaited<ReturnType<NodeRepository['listRacked']>>[number];

export function presentRacked(record: Omit<RackedRecord, 'site' | 'room' | 'rack'>): RackedNode {
  return {
    id: record.id,
    name: record.name,
    unit: record.unit,
    unitHeight: record.unit_height ?? 1,
    status: record.status ?? 'unknown',
    lifecycle: record.lifecycle,
    cpuPct: record.cpu_pct,
    tempC: record.temp_c,
  };
}

export function presentNode(
  record: NodeRecord,
  state: StateRecord | undefined,
  now: number,
  language: Language,
): Node {
  const facts = parsed(state?.facts ?? null) as HostFacts | null;
  const problems = (parsed(state?.problems ?? null) as Problem[] | null) ?? [];
  return {
    ...presentRow(record, now, language),
    latest: latestOf(record),
    facts,
    parts: facts ? partsOf(JSON.parse(record.expect) as NodeExpectation, facts) : [],
    gpus: (parsed(state?.gpus ?? null) as GpuState[] | null) ?? [],
    problems: problems.map((problem) => sayProblem(problem, language)),
  };
}

/** Without an asset there is nothing that could be asked. */
function problemOf({ asset_id, problem }: NodeRecord, language: Language): NodeRow['problem'] {
  const stored = asset_id === null ? { kind: 'unlinked' as const } : (parsed(problem) as Problem | null);
  return stored && sayProblem(stored, language);
}

function latestOf({ sample }: NodeRecord): HostSample | null {
  return parsed(sample) as HostSample | null;
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** What we wrote ourselves. */
function parsed(json: string | null): unknown {
  return json === null || json === '' ? null : JSON.parse(json);
}
