import { NODE_LIFECYCLES, NodeExpectation, NodeLabels } from '@jadegate/contract/fleet/node';
import { LIMITS } from '@jadegate/contract/limits';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { flag, maybeId, named, short, text, time, whole } from './section-values.ts';
import { section } from './section.ts';

const interval = whole.min(LIMITS.nodeInterval.min).max(LIMITS.nodeInterval.max);
const day = z.union([z.literal(''), z.iso.date()]);

/** Physical hosts as people describe them. What was found on them is asked again where they are restored. */
export const NODES = section({
  name: 'nodes',
  table: 'node',
  key: ['name_key'],
  label: (row) => String(row.name),
  columns: {
    id: Id,
    name: named,
    name_key: named,
    asset_id: maybeId,
    site: short,
    room: short,
    rack: short,
    unit: whole.min(1).max(60).nullable(),
    unit_height: whole.min(1).max(20).nullable(),
    asset_tag: short,
    department: short,
    purchased_at: day,
    warranty_until: day,
    retire_at: day,
    labels: text.refine((json) => isJsonOf(NodeLabels, json)),
    lifecycle: z.enum(NODE_LIFECYCLES),
    expect: text.refine((json) => isJsonOf(NodeExpectation, json)),
    collects: flag,
    interval_seconds: interval,
    collects_vms: flag,
    vm_interval_seconds: interval,
    // Also what earlier versions took: an address is judged when it is used.
    hypervisor_uri: short,
    description: text,
    created_at: time,
    updated_at: time,
  },
  references: { asset_id: { section: 'assets' } },
  isSound: ({ row }) => row.name_key === String(row.name).toLowerCase(),
});
