import type { FoundVm, VmDetail } from '@jadegate/contract/fleet/vm-state';

import {
  detailColumns,
  foundText,
  ratesOf,
  SHORTEST_MS,
  type Counted,
  type Rates,
  type VmBrief,
} from './vm-figures.ts';
import type { KnownVm, StateRow } from './vm-state.repository.ts';

interface Seen {
  id: string;
  nodeId: string;
  before: KnownVm | undefined;
  at: number;
}

/** What was seen, as it is stored; what was not looked at or not told this time stays as it was. */
export function stateRow(found: FoundVm, { id, nodeId, before, at }: Seen): StateRow {
  const vm = { ...found, ...sizesOf(found, before) };
  const kept = before?.detail ? (JSON.parse(before.detail) as VmDetail) : null;
  const detail = vm.detail ?? kept;
  const { counted, rates } = countedOf(vm, before, at);
  const brief: VmBrief = {
    netRxBps: rates.netRxBps,
    netTxBps: rates.netTxBps,
    diskReadBps: rates.diskReadBps,
    diskWriteBps: rates.diskWriteBps,
    passedThrough: detail?.passedThrough ?? [],
    hasVnc: Boolean(detail?.console.vnc),
    hasSerial: detail?.console.hasSerial ?? false,
  };
  return {
    vm_id: id,
    node_id: nodeId,
    host: vm.host ?? '',
    state: vm.state,
    state_reason: vm.stateReason ?? '',
    state_since: before?.state === vm.state ? before.state_since : at,
    vcpus: vm.vcpus,
    mem_bytes: vm.memBytes,
    mem_max_bytes: vm.memMaxBytes,
    mem_rss_bytes: vm.memRssBytes,
    cpu_pct: rates.cpuPct,
    uptime_sec: vm.uptimeSec,
    is_autostart: flagOf(vm.isAutostart),
    is_persistent: flagOf(vm.isPersistent),
    is_template: vm.isTemplate ? 1 : 0,
    found: foundText(vm, detail),
    ...(detail ? detailColumns(detail) : NOTHING_FOUND),
    counters: JSON.stringify(counted),
    brief: JSON.stringify(brief),
    detail: detail && JSON.stringify(detail),
    detail_at: vm.detail ? at : (before?.detail_at ?? null),
    seen_at: at,
    missing_since: null,
  };
}

/** What it is made of. Some drivers list the state alone, and tell the rest only to a close look. */
function sizesOf(
  { vcpus, memBytes, memMaxBytes }: FoundVm,
  before: KnownVm | undefined,
): Pick<FoundVm, 'vcpus' | 'memBytes' | 'memMaxBytes'> {
  return {
    vcpus: vcpus ?? before?.vcpus ?? null,
    memBytes: memBytes ?? before?.mem_bytes ?? null,
    memMaxBytes: memMaxBytes ?? before?.mem_max_bytes ?? null,
  };
}

const NOTHING_FOUND = {
  title: '',
  disk_bytes: null,
  disk_allocated_bytes: null,
  ip: '',
  ip_source: '',
  snapshot_count: 0,
  oldest_snapshot_at: null,
};

function flagOf(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0;
}

interface Kept extends Counted {
  rates: Rates;
}

/** Of two looks right after each other the first counts: a rate needs time. */
function countedOf(vm: FoundVm, before: KnownVm | undefined, at: number): { counted: Kept; rates: Rates } {
  const last = before?.counters ? (JSON.parse(before.counters) as Kept) : undefined;
  if (last && at - last.at < SHORTEST_MS && before?.state === vm.state) {
    return { counted: last, rates: last.rates };
  }
  const now = { at, counters: vm.counters };
  const rates = ratesOf(last, now, vm);
  return { counted: { ...now, rates }, rates };
}
