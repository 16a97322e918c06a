import * as z from 'zod';

import { AssetInput } from '../access/asset.ts';
import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';
import { NodeProblem } from './node-problem.ts';
import { NodeBrief } from './node.ts';

/** How a machine is reached, as an SSH asset would say it. */
export const NodeConnection = AssetInput.pick({
  ip: true,
  port: true,
  accountType: true,
  username: true,
  password: true,
  privateKey: true,
  passphrase: true,
  credentialId: true,
  accessGatewayId: true,
}).strict();
export type NodeConnection = z.infer<typeof NodeConnection>;

const LinkedAsset = z.strictObject({ assetId: Id });

/** An asset that is there, or what a new one would have. */
export const NodeWay = z.union([LinkedAsset, NodeConnection]);
export type NodeWay = z.infer<typeof NodeWay>;

/** What a machine said when it was tried. One that cannot be asked is an answer, not a failure of the call. */
export const NodeTrial = z.object({
  /** Why it could not be asked; null when it could. */
  problem: NodeProblem.nullable(),
  /** Of a machine that is not stored yet: by which key it showed itself. Empty otherwise. */
  hostKey: z.string(),
  latencyMs: z.number().int().nullable(),
  pollMs: z.number().int().nullable(),
  brief: NodeBrief.nullable(),
  memBytes: z.number().nullable(),
  /** Parts that were not well. */
  problems: z.array(NodeProblem),
});
export type NodeTrial = z.infer<typeof NodeTrial>;

export const testNode = endpoint({
  method: 'POST',
  path: '/nodes/test',
  access: ['node-add', 'node-edit'],
  summary:
    'Asks a machine what it is, and keeps nothing: one of an asset that the caller may use or edit, or, for whoever may add assets, one that is not stored yet.',
  perMinute: 20,
  body: NodeWay,
  response: NodeTrial,
});

export const setNodeAsset = endpoint({
  method: 'POST',
  path: '/nodes/:id/asset',
  access: ['node-edit'],
  summary:
    'Gives a physical host the SSH asset by which it is reached: one that is there, or a new one. An asset of the same address, port and account that the caller may link is taken instead of a new one.',
  params: z.object({ id: Id }),
  body: NodeWay,
  response: z.object({ assetId: z.string(), name: z.string(), isNew: z.boolean() }),
});
