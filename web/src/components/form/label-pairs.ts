import { NodeLabels } from '@jadegate/contract/fleet/node';
import * as z from 'zod';

const PAIR = /^[^=\s]+=.*$/u;

/** Labels as people type them: `key=value`, one after the other. */
export const LabelPairs = z
  .array(z.string())
  .refine((pairs) => pairs.every((pair) => PAIR.test(pair)) && NodeLabels.safeParse(fromPairs(pairs)).success)
  .default([]);

export function toPairs(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map((pair) => pair.join('='));
}

export function fromPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
