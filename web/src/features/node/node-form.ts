import { NodeFields, type Node, type NodeExpectation } from '@jadegate/contract/node';
import * as z from 'zod';

import { fromPairs, LabelPairs, toPairs } from '../../components/form/label-pairs.ts';
import type { NodeBody } from './node.queries.ts';

/** As the contract has it, with labels as people type them. */
export const NodeForm = NodeFields.omit({ labels: true, expect: true }).extend({
  assetId: z.preprocess((value) => value ?? null, NodeFields.shape.assetId),
  labels: LabelPairs,
});
export type NodeForm = z.infer<typeof NodeForm>;

export const BLANK: NodeForm = { ...NodeForm.parse({ name: '-' }), name: '' };

export function toForm(node: Node): NodeForm {
  const { labels, ...rest } = node;
  const known = Object.keys(NodeForm.shape);
  const told = Object.fromEntries(Object.entries(rest).filter(([name]) => known.includes(name)));
  return { ...(told as Omit<NodeForm, 'labels'>), labels: toPairs(labels) };
}

export function toBody({ labels, ...form }: NodeForm, expect: NodeExpectation): NodeBody {
  return { ...form, labels: fromPairs(labels), expect };
}
