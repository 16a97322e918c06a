import type { GpuState } from '@jadegate/contract/fleet/gpu-state';
import { THROTTLE_BITS, THROTTLES } from '@jadegate/contract/fleet/gpu-state';

import { amount, clean, whole } from './text.ts';

const MIB = 1024 * 1024;
const MAX_CARDS = 64;

/** A cell of an answer: its text, or null where the driver has nothing to say. */
type Cell = string | null;
type Reader<Value> = (cell: Cell) => Value;

const text: Reader<string | null> = (cell) => clean(cell);
const number: Reader<number | null> = (cell) => amount(cell);
const count: Reader<number | null> = (cell) => whole(cell);
const megabytes: Reader<number | null> = (cell) => {
  const value = whole(cell);
  return value === null ? null : value * MIB;
};
const yes: Reader<boolean | null> = (cell) => {
  const word = cell?.toLowerCase();
  return word === 'yes' || word === 'enabled' || word === '1'
    ? true
    : word === 'no' || word === 'disabled' || word === '0'
      ? false
      : null;
};

/** Each field that is asked for, what it becomes, and how it is read. The first two are never left out. */
const FIELDS = {
  index: ['index', count],
  uuid: ['uuid', (cell: Cell) => clean(cell) ?? ''],
  serial: ['serial', text],
  'pci.bus_id': ['bdf', (cell: Cell) => busAddress(cell)],
  name: ['model', text],
  'memory.total': ['memTotal', megabytes],
  'memory.reserved': ['memReserved', megabytes],
  'memory.used': ['memUsed', megabytes],
  'memory.free': ['memFree', megabytes],
  'utilization.gpu': ['utilPct', number],
  'utilization.memory': ['memUtilPct', number],
  'temperature.gpu': ['tempC', number],
  'temperature.memory': ['memTempC', number],
  'power.draw': ['powerW', number],
  'power.limit': ['powerLimitW', number],
  'fan.speed': ['fanPct', number],
  driver_version: ['driver', text],
  vbios_version: ['vbios', text],
  compute_cap: ['computeCap', text],
  'ecc.mode.current': ['eccMode', text],
  'ecc.errors.corrected.volatile.total': ['eccCorrVol', count],
  'ecc.errors.uncorrected.volatile.total': ['eccUncVol', count],
  'ecc.errors.corrected.aggregate.total': ['eccCorrAgg', count],
  'ecc.errors.uncorrected.aggregate.total': ['eccUncAgg', count],
  'remapped_rows.pending': ['rowRemapPending', yes],
  'remapped_rows.failure': ['rowRemapFailure', yes],
  'mig.mode.current': ['migMode', text],
  'mig.mode.pending': ['migPending', text],
  pstate: ['pstate', text],
  compute_mode: ['computeMode', text],
  persistence_mode: ['persistence', yes],
  'clocks.sm': ['smMhz', number],
  'clocks.mem': ['memMhz', number],
  'clocks_event_reasons.active': ['throttle', (cell: Cell) => throttleOf(cell)],
  'pcie.link.gen.current': ['pcieGen', count],
  'pcie.link.width.current': ['pcieWidth', count],
  // Here the word is an answer: nothing needs to be done.
  gpu_recovery_action: ['recoveryAction', (cell: Cell) => clean(cell)?.toLowerCase() ?? null],
} as const satisfies Record<string, readonly [keyof GpuState, Reader<unknown>]>;

export type GpuField = keyof typeof FIELDS;
export const GPU_FIELDS = Object.keys(FIELDS) as GpuField[];

/** Older drivers have another word for the same. */
const OLD_NAMES: Partial<Record<GpuField, string>> = {
  'clocks_event_reasons.active': 'clocks_throttle_reasons.active',
};

/**
 * Those of our fields that this driver knows, each with its own word for it, from what it says of itself: one that it does
 * not know would spoil the whole answer.
 */
export function knownFields(help: string): { field: GpuField; word: string }[] {
  const known = new Set(
    [...help.matchAll(/^"([\w.]+)"(?: or "([\w.]+)")?/gm)].flatMap(([, ...words]) => words),
  );
  return GPU_FIELDS.flatMap((field) => {
    const word = [field, OLD_NAMES[field]].find((one) => one !== undefined && known.has(one));
    return word === undefined ? [] : [{ field, word }];
  });
}

interface GpuAnswer {
  cards: GpuState[];
  /** Words instead of a number that nobody has met yet. */
  strange: string[];
  /** A field that the driver does not know after all: to be left out next time. */
  unknownField: string | null;
  /** Rows that do not have what was asked for. */
  droppedRows: number;
}

/** Reads the answer to a question for these fields: by position, because the driver's own headings are other words. */
export function parseGpuRows(answer: string, fields: readonly GpuField[]): GpuAnswer {
  const unknownField = /Field "([\w.]{1,80})" is not a valid field/.exec(answer)?.[1] ?? null;
  const result: GpuAnswer = { cards: [], strange: [], unknownField, droppedRows: 0 };
  if (unknownField !== null) {
    return result;
  }
  for (const line of answer
    .split('\n')
    .filter((row) => row.trim() !== '')
    .slice(0, MAX_CARDS)) {
    const cells = line.split(',').map((cell) => cell.trim());
    const uuid = cells[fields.indexOf('uuid')] ?? '';
    if (cells.length !== fields.length || !/^GPU-[\w-]{8,60}$/.test(uuid)) {
      result.droppedRows += 1;
      continue;
    }
    result.cards.push(cardOf(cells, fields, result.strange));
  }
  return result;
}

function cardOf(cells: readonly string[], fields: readonly GpuField[], strange: string[]): GpuState {
  const said = new Map(fields.map((field, at) => [field, known(field, cells[at] ?? '', strange)]));
  const card: Record<string, unknown> = {};
  for (const field of GPU_FIELDS) {
    const [key, read] = FIELDS[field];
    card[key] = read(said.get(field) ?? null);
  }
  return card as GpuState;
}

const NOTHING =
  /^(?:\[?N\/A\]?|\[Not Supported\]|\[Unknown Error\]|\[GPU is lost\]|\[Insufficient Permissions\]|ERR!|\[Requested functionality has been deprecated\]|\[Not Found\]|-|)$/i;

function known(field: GpuField, cell: string, strange: string[]): Cell {
  if (NOTHING.test(cell)) {
    return null;
  }
  if (/^\[.*\]$/.test(cell)) {
    strange.push(`${field}: ${clean(cell, 80) ?? ''}`);
    return null;
  }
  return cell;
}

/** The driver writes eight digits of the domain, and the kernel four. */
export function busAddress(address: string | null): string | null {
  const [, domain = '', rest] =
    /^([0-9a-f]{4,8}):([0-9a-f]{2}:[0-9a-f]{2}\.[0-7])$/i.exec(address ?? '') ?? [];
  return rest === undefined ? null : `${domain.slice(-4)}:${rest}`.toLowerCase();
}

function throttleOf(cell: Cell): GpuState['throttle'] {
  if (cell === null || !/^0x[0-9a-f]{1,16}$/i.test(cell)) {
    return null;
  }
  const bits = Number(BigInt(cell) & 0xffffn);
  return THROTTLES.filter((name) => (bits & THROTTLE_BITS[name]) !== 0);
}
