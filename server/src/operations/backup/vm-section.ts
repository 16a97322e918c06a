import { NodeLabels } from '@jadegate/contract/fleet/node';
import { VM_PROVIDERS } from '@jadegate/contract/fleet/vm-state';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { flag, maybeId, named, short, SOMEBODY, text, time } from './section-values.ts';
import { section } from './section.ts';

/** What people said of virtual machines. What their hypervisors say is asked again where they are restored. */
export const VMS = section({
  name: 'vms',
  table: 'vm',
  key: ['provider', 'home_node_id', 'cluster_name', 'vm_key'],
  label: (row) => String(row.name),
  columns: {
    id: Id,
    provider: z.enum(VM_PROVIDERS),
    home_node_id: maybeId,
    cluster_name: short,
    vm_key: named,
    uuid: short.nullable(),
    name: named,
    name_key: named,
    owner_id: short,
    department: short,
    labels: text.refine((json) => isJsonOf(NodeLabels, json)),
    description: text,
    manual_ip: short,
    asset_id: maybeId,
    is_protected: flag,
    created_at: time,
    updated_at: time,
  },
  references: {
    home_node_id: { section: 'nodes' },
    owner_id: SOMEBODY,
    asset_id: { section: 'assets' },
  },
  isSound: ({ row }) =>
    row.name_key === String(row.name).toLowerCase() &&
    (row.home_node_id === null) !== (row.cluster_name === ''),
});
