import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { GPU_FIELDS, parseGpuRows, type GpuField } from '../protocols/collector/gpu-query.ts';

/** What real tools printed, or would print: see the folder itself. */
export const capture = (name: string): string =>
  readFileSync(new URL(`../protocols/collector/captures/${name}`, import.meta.url), 'utf8');
export const captureLines = (name: string): string[] => capture(name).split('\n');

/** These drivers are older than the last field. */
export const OLD_FIELDS = GPU_FIELDS.filter((field) => field !== 'gpu_recovery_action');

/** The cards of a capture, of which nothing may be strange or left out. */
export function cardsOf(rows: string, fields: readonly GpuField[]) {
  const { cards, ...rest } = parseGpuRows(rows, fields);
  expect(rest).toEqual({ strange: [], unknownField: null, droppedRows: 0 });
  return cards;
}
