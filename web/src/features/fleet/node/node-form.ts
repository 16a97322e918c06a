import { NodeFields, type Node, type NodeExpectation } from '@jadegate/contract/fleet/node';
import * as z from 'zod';

import { fromPairs, LabelPairs, toPairs } from '../../../components/form/label-pairs.ts';
import type { NodeBody } from './node.queries.ts';

const GIB = 2 ** 30;
const Whole = z.number().int().min(0).max(100_000).nullable().default(null);

/** As the contract has it, with labels as people type them and what should be there each by itself. */
export const NodeForm = NodeFields.omit({ labels: true, expect: true }).extend({
  assetId: z.preprocess((value) => value ?? null, NodeFields.shape.assetId),
  labels: LabelPairs,
  expectCores: Whole,
  expectGib: z.number().min(0).max(1_000_000).nullable().default(null),
  expectDisks: Whole,
  expectGpus: z.number().int().min(0).max(1000).nullable().default(null),
  expectSerial: z.string().trim().max(100).default(''),
});
export type NodeForm = z.infer<typeof NodeForm>;

export const BLANK: NodeForm = { ...NodeForm.parse({ name: '-' }), name: '' };

export function toForm(node: Node): NodeForm {
  const { labels, expect, ...rest } = node;
  const known = Object.keys(NodeForm.shape);
  const told = Object.fromEntries(Object.entries(rest).filter(([name]) => known.includes(name)));
  return {
    ...(told as Omit<NodeForm, 'labels' | `expect${string}`>),
    labels: toPairs(labels),
    expectCores: expect.cores ?? null,
    expectGib: expect.memBytes === undefined ? null : Math.round((expect.memBytes / GIB) * 10) / 10,
    expectDisks: expect.diskCount ?? null,
    expectGpus: expect.gpuCount ?? null,
    expectSerial: expect.serial ?? '',
  };
}

export function toBody(form: NodeForm): NodeBody {
  const { labels, expectCores, expectGib, expectDisks, expectGpus, expectSerial, ...told } = form;
  const expect: NodeExpectation = {
    ...(expectCores !== null && { cores: expectCores }),
    ...(expectGib !== null && { memBytes: Math.round(expectGib * GIB) }),
    ...(expectDisks !== null && { diskCount: expectDisks }),
    ...(expectGpus !== null && { gpuCount: expectGpus }),
    ...(expectSerial !== '' && { serial: expectSerial }),
  };
  return { ...told, labels: fromPairs(labels), expect };
}
