import { NodeFields, NodeLabels, type Node, type NodeExpectation } from '@jadegate/contract/node';
import * as z from 'zod';

import type { NodeBody } from './node.queries.ts';

const PAIR = /^[^=\s]+=.*$/u;

/** As the contract has it, with labels as people type them: `key=value`. */
export const NodeForm = NodeFields.omit({ labels: true, expect: true }).extend({
  assetId: z.preprocess((value) => value ?? null, NodeFields.shape.assetId),
  labels: z
    .array(z.string())
    .refine(
      (pairs) => pairs.every((pair) => PAIR.test(pair)) && NodeLabels.safeParse(labelsOf(pairs)).success,
    )
    .default([]),
});
export type NodeForm = z.infer<typeof NodeForm>;

export const BLANK: NodeForm = { ...NodeForm.parse({ name: '-' }), name: '' };

export function toForm(node: Node): NodeForm {
  const { labels, ...rest } = node;
  const known = Object.keys(NodeForm.shape);
  const told = Object.fromEntries(Object.entries(rest).filter(([name]) => known.includes(name)));
  return {
    ...(told as Omit<NodeForm, 'labels'>),
    labels: Object.entries(labels).map((pair) => pair.join('=')),
  };
}

export function toBody({ labels, ...form }: NodeForm, expect: NodeExpectation): NodeBody {
  return { ...form, labels: labelsOf(labels), expect };
}

function labelsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
