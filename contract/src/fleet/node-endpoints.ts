import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { NODE_STATUSES } from '../node-status.ts';
import { paged, pagingQuery } from '../paging.ts';
import { Id, IdList, TextFlag } from '../scalars.ts';
import {
  NODE_FILTERS,
  NODE_LIFECYCLES,
  NODE_SPANS,
  Node,
  NodeChange,
  NodeHistory,
  NodeInput,
  NodeQuery,
  NodeRow,
  NodeSummary,
} from './node.ts';

const ById = z.object({ id: Id });
const ByIds = z.object({ ids: IdList });

export const listNodeOptions = endpoint({
  method: 'GET',
  path: '/nodes',
  access: ['node'],
  summary: 'Id, name, address and state of every physical host.',
  response: z.array(
    z.object({ id: z.string(), name: z.string(), ip: z.string(), status: z.enum(NODE_STATUSES) }),
  ),
});

export const listNodes = endpoint({
  method: 'GET',
  path: '/nodes/paging',
  access: ['node'],
  summary: 'Physical hosts with their state and last figures, page by page.',
  query: NodeQuery,
  response: paged(NodeRow),
});

export const exportNodes = endpoint({
  method: 'GET',
  path: '/nodes/export',
  access: ['node-export'],
  summary: 'The physical hosts that match, with what was last found of them, as CSV with a header.',
  perMinute: 10,
  query: NodeQuery.omit({ pageIndex: true, pageSize: true, field: true, order: true }),
  download: true,
  holds: 'transfer',
});

export const getNodeSummary = endpoint({
  method: 'GET',
  path: '/nodes/summary',
  access: ['node'],
  summary: 'How many physical hosts there are in each state, and what they have and use in all.',
  query: z.object(NODE_FILTERS),
  response: NodeSummary,
});

/** A node as it stands in a rack. */
export const RackedNode = z.object({
  id: z.string(),
  name: z.string(),
  /** Its lowest unit; null when nobody said. */
  unit: z.number().int().nullable(),
  unitHeight: z.number().int(),
  status: z.enum(NODE_STATUSES),
  lifecycle: z.enum(NODE_LIFECYCLES),
  cpuPct: z.number().nullable(),
  tempC: z.number().nullable(),
});
export type RackedNode = z.infer<typeof RackedNode>;

export const NodeRack = z.object({
  site: z.string(),
  room: z.string(),
  rack: z.string(),
  /** From the top down; those without a unit last. */
  nodes: z.array(RackedNode),
});
export type NodeRack = z.infer<typeof NodeRack>;

export const listNodeRacks = endpoint({
  method: 'GET',
  path: '/nodes/racks',
  access: ['node'],
  summary: 'Physical hosts that have a rack, by site, room and rack.',
  response: z.array(NodeRack),
});

export const getNode = endpoint({
  method: 'GET',
  path: '/nodes/:id',
  access: ['node'],
  summary: 'One physical host with everything found on it.',
  params: ById,
  response: Node,
});

export const createNode = endpoint({
  method: 'POST',
  path: '/nodes',
  access: ['node-add'],
  summary: 'Adds a physical host and asks it at once. Its asset must be one that the caller may use or edit.',
  body: NodeInput,
  response: z.object({ id: z.string() }),
});

export const createNodesFromAssets = endpoint({
  method: 'POST',
  path: '/nodes/from-assets',
  access: ['node-add'],
  summary: 'Makes a physical host of each of these SSH assets that has none.',
  body: z.strictObject({ assetIds: z.array(Id).min(1).max(LIMITS.idsPerCall.max) }),
  response: z.object({
    created: z.array(z.object({ id: z.string(), name: z.string() })),
    skipped: z.array(z.object({ assetId: z.string(), name: z.string(), reason: z.string() })),
  }),
});

/** A line of a file, and what became of it or would. */
const NodeImportLine = z.object({
  line: z.number().int(),
  name: z.string(),
  /** Empty when it is well. */
  message: z.string(),
});

export const importNodes = endpoint({
  method: 'POST',
  path: '/nodes/import',
  access: ['node-add'],
  summary: 'Adds physical hosts from CSV, all or none. With `dryRun` only says what would be.',
  body: z.strictObject({ csv: z.string().max(LIMITS.nodeImport.max), dryRun: z.boolean().default(true) }),
  response: z.object({ imported: z.number().int(), lines: z.array(NodeImportLine) }),
});

export const updateNode = endpoint({
  method: 'PUT',
  path: '/nodes/:id',
  access: ['node-edit'],
  summary: 'Changes what people say of a physical host.',
  params: ById,
  body: NodeInput,
});

export const setNodeLifecycle = endpoint({
  method: 'POST',
  path: '/nodes/:ids/lifecycle',
  access: ['node-edit'],
  summary: 'Puts physical hosts into use, into maintenance, or out of use.',
  params: ByIds,
  body: z.strictObject({ lifecycle: z.enum(NODE_LIFECYCLES) }),
});

export const deleteNodes = endpoint({
  method: 'DELETE',
  path: '/nodes/:ids',
  access: ['node-del'],
  summary: 'Deletes physical hosts with what was collected of them. Their assets stay.',
  params: ByIds,
});

export const collectNode = endpoint({
  method: 'POST',
  path: '/nodes/:id/collect',
  access: ['node-collect'],
  summary: 'Asks a physical host now, and answers when it has said what it is and how it does.',
  perMinute: 60,
  params: ById,
  response: NodeRow,
});

export const getNodeHistory = endpoint({
  method: 'GET',
  path: '/nodes/:id/samples',
  access: ['node'],
  summary: 'How a physical host did over an hour, a day, a fortnight or a year.',
  params: ById,
  query: z.object({ span: z.enum(NODE_SPANS).default('day') }),
  response: NodeHistory,
});

export const listNodeChanges = endpoint({
  method: 'GET',
  path: '/nodes/:id/changes',
  access: ['node'],
  summary: 'What was found to have changed on a physical host, newest first.',
  params: ById,
  query: pagingQuery(['at'], { open: TextFlag }),
  response: paged(NodeChange),
});

export const confirmNodeChanges = endpoint({
  method: 'POST',
  path: '/nodes/:id/changes/ack',
  access: ['node-edit'],
  summary: 'Confirms changes, and if wanted takes what was found as what should be there.',
  params: ById,
  body: z.strictObject({
    ids: z.array(Id).max(LIMITS.idsPerCall.max),
    note: z.string().trim().max(LIMITS.reason.max).default(''),
    baseline: z.boolean().default(false),
  }),
});
