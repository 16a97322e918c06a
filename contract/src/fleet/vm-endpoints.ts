import * as z from 'zod';

import { PROTOCOLS } from '../access/asset-attributes.ts';
import { endpoint } from '../endpoint.ts';
import { Host, Port } from '../host.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery } from '../paging.ts';
import { Id, IdList, Name } from '../scalars.ts';
import { NODE_SPANS } from './node.ts';
import { SNAPSHOT_NAME, VM_STATES } from './vm-state.ts';
import {
  Vm,
  VM_FILTERS,
  VmHistory,
  VmInput,
  VmPower,
  VmQuery,
  VmRow,
  VmSnapshotWish,
  VmSource,
  VmSummary,
  VmTask,
  VmTaskLog,
} from './vm.ts';

const ById = z.object({ id: Id });
const Begun = z.object({ taskId: z.string() });

export const listVmOptions = endpoint({
  method: 'GET',
  path: '/vms',
  access: ['vm'],
  summary: 'Id, name and state of virtual machines, as many as the longest page has.',
  response: z.array(z.object({ id: z.string(), name: z.string(), state: z.enum(VM_STATES) })),
});

export const listVms = endpoint({
  method: 'GET',
  path: '/vms/paging',
  access: ['vm'],
  summary: 'Virtual machines with their state and last figures, page by page.',
  query: VmQuery,
  response: paged(VmRow),
});

export const getVmSummary = endpoint({
  method: 'GET',
  path: '/vms/summary',
  access: ['vm'],
  summary: 'How many virtual machines there are in each state, and what was given to them in all.',
  query: z.object(VM_FILTERS),
  response: VmSummary,
});

export const listVmSources = endpoint({
  method: 'GET',
  path: '/vms/sources',
  access: ['vm'],
  summary: 'The hosts that were asked for virtual machines, and what came of it.',
  response: z.array(VmSource),
});

export const getVm = endpoint({
  method: 'GET',
  path: '/vms/:id',
  access: ['vm'],
  summary: 'One virtual machine with everything found about it.',
  params: ById,
  response: Vm,
});

export const getVmHistory = endpoint({
  method: 'GET',
  path: '/vms/:id/samples',
  access: ['vm'],
  summary: 'How a virtual machine did over an hour, a day, a fortnight or a year, while it ran.',
  params: ById,
  query: z.object({ span: z.enum(NODE_SPANS).default('day') }),
  response: VmHistory,
});

export const updateVm = endpoint({
  method: 'PUT',
  path: '/vms/:id',
  access: ['vm-edit'],
  summary: 'Changes what people say of a virtual machine. What its hypervisor says stays.',
  params: ById,
  body: VmInput,
});

export const forgetVms = endpoint({
  method: 'DELETE',
  path: '/vms/:ids',
  access: ['vm-del'],
  summary: 'Forgets virtual machines that their hypervisor no longer has. All of them, or none.',
  params: z.object({ ids: IdList }),
});

export const refreshVm = endpoint({
  method: 'POST',
  path: '/vms/:id/refresh',
  access: ['vm'],
  summary: 'Asks the hypervisor about one virtual machine now.',
  perMinute: 60,
  params: ById,
  response: Vm,
});

export const powerVm = endpoint({
  method: 'POST',
  path: '/vms/:id/power',
  access: ['vm-power'],
  summary: 'Starts, stops, pauses or resumes a virtual machine. Answers at once with the task that does it.',
  params: ById,
  body: VmPower,
  response: Begun,
});

export const powerVms = endpoint({
  method: 'POST',
  path: '/vms/power',
  access: ['vm-power'],
  summary: 'Starts or shuts down several virtual machines. Each is begun or refused for itself.',
  body: z.strictObject({
    ids: z.array(Id).min(1).max(LIMITS.vmsPerCall.max),
    action: z.enum(['start', 'shutdown']),
    reason: z.string().trim().max(LIMITS.reason.max).default(''),
  }),
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** One of them is empty. */
      taskId: z.string(),
      refusal: z.string(),
    }),
  ),
});

export const setVmAutostart = endpoint({
  method: 'POST',
  path: '/vms/:id/autostart',
  access: ['vm-power'],
  summary: 'Has a virtual machine start with its host, or not.',
  params: ById,
  body: z.strictObject({ isOn: z.boolean() }),
  response: Begun,
});

export const createVmSnapshot = endpoint({
  method: 'POST',
  path: '/vms/:id/snapshots',
  access: ['vm-snapshot'],
  summary: 'Keeps a virtual machine as it is now.',
  params: ById,
  body: z.strictObject({
    name: z.string().trim().regex(SNAPSHOT_NAME),
    reason: z.string().trim().max(LIMITS.reason.max).default(''),
  }),
  response: Begun,
});

export const revertVmSnapshot = endpoint({
  method: 'POST',
  path: '/vms/:id/snapshots/revert',
  access: ['vm-snapshot'],
  summary: 'Brings a virtual machine back to a snapshot. What was done since is lost.',
  params: ById,
  body: VmSnapshotWish,
  response: Begun,
});

export const removeVmSnapshot = endpoint({
  method: 'POST',
  path: '/vms/:id/snapshots/remove',
  access: ['vm-snapshot'],
  summary: 'Removes a snapshot of a virtual machine.',
  params: ById,
  body: VmSnapshotWish,
  response: Begun,
});

export const listVmTasks = endpoint({
  method: 'GET',
  path: '/vms/:id/tasks',
  access: ['vm'],
  summary: 'What was done with a virtual machine from here, newest first.',
  params: ById,
  query: pagingQuery(['startedAt'], {}),
  response: paged(VmTask),
});

export const getVmTask = endpoint({
  method: 'GET',
  path: '/vms/:id/tasks/:taskId',
  access: ['vm'],
  summary: 'One task with its log.',
  params: z.object({ id: Id, taskId: Id }),
  response: VmTaskLog,
});

export const createVmAsset = endpoint({
  method: 'POST',
  path: '/vms/:id/asset',
  access: ['vm-edit'],
  summary:
    'Makes the asset by which people connect to a virtual machine, and links it. With SSH its host keys are fetched by its hypervisor where that is possible. Also needs the right to add assets.',
  params: ById,
  body: z.strictObject({
    name: Name,
    protocol: z.enum(PROTOCOLS),
    ip: Host,
    port: Port,
    credentialId: z.union([z.literal(''), Id]).default(''),
    username: z.string().trim().max(LIMITS.username.max).default(''),
    password: z.string().max(LIMITS.targetPassword.max).default(''),
    accessGatewayId: z.union([z.literal(''), Id]).default(''),
  }),
  response: z.object({
    assetId: z.string(),
    /** How many host keys its hypervisor has fetched from it: none where that could not be done. */
    hostKeys: z.int(),
  }),
});
