import {
  GPU_HEALTH_LEVELS,
  type GpuAttach,
  type GpuHealthLevel,
  type GpuReason,
} from '@jadegate/contract/fleet/gpu';
import type { GpuCard } from '@jadegate/contract/fleet/gpu-state';
import type { PciGpu } from '@jadegate/contract/fleet/host-facts';

import type { RowOf } from '../../db/schema.ts';
import type { GpuFault, GpuFaults } from '../node-collection/node-collection.service.ts';
import { judge, nextPoints, reasonOfEnd, verdictOf, type EccPoint, type Fault } from './gpu-health.policy.ts';
import { useOf } from './gpu-usage.policy.ts';

type Card = RowOf<'gpu'>;
type Change = Partial<Card>;

/** What the next look is compared with. */
interface ReadCache {
  ecc?: EccPoint[];
}

const MAX_EVENTS = 50;
const MAX_FOUND = 1000;
/** A fault that is read again has the same moment, give or take how the moment was reckoned. */
const SAME_FAULT_MS = 5000;

export const NEW_CARD: Omit<Card, 'id' | 'node_id' | 'card_key' | 'created_at'> = {
  vendor: 'other',
  uuid: '',
  bdf: '',
  number: null,
  model: '',
  driver: null,
  cuda: null,
  attach: 'host',
  usage: 'unknown',
  health: 0,
  reasons: '[]',
  util_pct: null,
  mem_used: null,
  mem_total: null,
  mem_pct: null,
  temp_c: null,
  power_w: null,
  power_limit_w: null,
  slices: null,
  processes: 0,
  state: null,
  memory: '{}',
  events: '[]',
  knows_events: null,
  found: '',
  busy_at: null,
  idle_since: null,
  seen_at: null,
  gone_at: null,
};

/** Vendors of cards that compute; what only draws the console of a server is left out. */
const VENDORS = { '10de': 'nvidia', '1002': 'amd', '19e5': 'ascend' } as const;

export function vendorOf({ vendorId }: Pick<PciGpu, 'vendorId'>): Card['vendor'] | undefined {
  return VENDORS[(vendorId ?? '').toLowerCase().replace(/^0x/, '') as keyof typeof VENDORS];
}

export function keyOnBus(nodeId: string, bdf: string): string {
  return `${nodeId} ${bdf}`;
}

interface Look {
  at: number;
  pollMs: number;
  /** Undefined when the kernel's log was not read this time. */
  faults: GpuFaults | undefined;
  cuda: string | undefined;
  hostName: string;
  /** How long a card without work counts as busy. */
  idleMs: number;
}

/** What is kept of a card that its driver tells of. */
export function columnsOf(card: GpuCard, row: Card | undefined, look: Look): Change {
  const { at, pollMs, faults } = look;
  const remembered = JSON.parse(row?.memory ?? '{}') as ReadCache;
  const points = nextPoints(remembered.ecc ?? [], card, at);
  const events = withNew((JSON.parse(row?.events ?? '[]') as Fault[]) ?? [], faults?.faults ?? [], card.bdf);
  const verdict = judge(card, { points, faults: events, pollMs, now: at });
  const before = {
    busyAt: row?.busy_at ?? null,
    idleSince: row?.idle_since ?? null,
    memUsed: row?.mem_used ?? null,
  };
  const { usage, busyAt, idleSince } = useOf(card, before, at, look.idleMs);
  const { processes, ...state } = card;
  const isCut = card.migMode?.toLowerCase() === 'enabled';
  return {
    card_key: card.uuid,
    vendor: 'nvidia',
    uuid: card.uuid,
    bdf: card.bdf ?? '',
    number: card.index,
    model: card.model ?? '',
    driver: card.driver,
    cuda: card.cuda ?? look.cuda ?? row?.cuda ?? null,
    attach: 'host',
    usage,
    ...healthOf(verdict),
    util_pct: card.utilPct,
    mem_used: card.memUsed,
    mem_total: card.memTotal,
    mem_pct: card.memUsed === null || !card.memTotal ? null : (card.memUsed / card.memTotal) * 100,
    temp_c: card.tempC,
    power_w: card.powerW,
    power_limit_w: card.powerLimitW,
    slices: isCut ? card.slices.length : null,
    processes: new Set(processes.map(({ pid }) => pid)).size,
    state: JSON.stringify(state),
    memory: JSON.stringify({ ecc: points } satisfies ReadCache),
    events: JSON.stringify(events),
    ...(faults && { knows_events: faults.isReadable ? 1 : 0 }),
    found: [card.model, card.uuid, card.serial, card.bdf, ...card.slices.map(({ uuid }) => uuid)]
      .filter((word) => word !== null)
      .join(' ')
      .slice(0, MAX_FOUND),
    busy_at: busyAt,
    idle_since: idleSince,
    seen_at: at,
    gone_at: null,
  };
}

/** What is kept of a card that stands on the bus and of which no driver tells. */
export function columnsOfBus(
  one: PciGpu,
  key: string,
  { at, end }: { at: number; end: number | null | undefined },
): Change {
  const vendor = vendorOf(one) ?? 'other';
  const isPassed = one.driver === 'vfio-pci';
  const hasNone = one.driver === null;
  const reasons: GpuReason[] = isPassed
    ? []
    : hasNone
      ? [{ kind: 'no-driver' }]
      : vendor === 'nvidia'
        ? [end === 0 ? { kind: 'lost' } : reasonOfEnd(end)]
        : [{ kind: 'no-parser' }];
  const model = [one.vendorId, one.deviceId].filter((id) => id !== null).join(':');
  return {
    card_key: key,
    vendor,
    bdf: one.bdf,
    model,
    driver: one.driver,
    attach: isPassed ? 'vm' : hasNone ? 'nodriver' : 'host',
    ...healthOf(verdictOf(reasons)),
    found: `${model} ${one.bdf}`,
    seen_at: at,
    gone_at: null,
  };
}

/** What becomes of a card that was known and is not listed now. */
export function columnsOfMissing(
  row: Card,
  {
    at,
    end,
    attach,
    isOld,
  }: { at: number; end: number | null | undefined; attach: GpuAttach | undefined; isOld: boolean },
): Change {
  if (attach === 'vm') {
    return { attach, usage: 'unknown', ...healthOf(verdictOf([])), processes: 0, seen_at: at, gone_at: null };
  }
  const reason = reasonOfEnd(end);
  const isGone = reason.kind === 'gone';
  return {
    ...healthOf(verdictOf([reason])),
    ...((isGone || isOld) && { usage: 'unknown' as const, idle_since: null }),
    ...(isGone && { attach: 'lost' as const, processes: 0, gone_at: row.gone_at ?? at }),
    ...(reason.kind === 'lost' && { attach: 'lost' as const }),
  };
}

function healthOf({ level, reasons }: { level: GpuHealthLevel; reasons: readonly GpuReason[] }) {
  return { health: GPU_HEALTH_LEVELS.indexOf(level), reasons: JSON.stringify(reasons) };
}

/** Newest first; what stands there already is not added again. */
function withNew(known: readonly Fault[], read: readonly GpuFault[], bdf: string | null): Fault[] {
  const fresh = read
    .filter((fault) => fault.bdf === bdf)
    .filter(({ at, xid }) => !known.some((one) => one.xid === xid && Math.abs(one.at - at) < SAME_FAULT_MS))
    .map(({ at, xid, detail }) => ({ at, xid, detail }));
  return [...fresh, ...known].toSorted((a, b) => b.at - a.at).slice(0, MAX_EVENTS);
}
