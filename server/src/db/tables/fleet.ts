import { node } from '../migrations/0039_node.ts';
import { gpu } from '../migrations/0041_gpu.ts';
import { vm } from '../migrations/0042_vm.ts';
import { nodeAction } from '../migrations/0045_node_action.ts';
import { nodeExpectation } from '../migrations/0046_node_expectation.ts';
import { vmSample } from '../migrations/0049_vm_sample.ts';
import { fleetOrder } from '../migrations/0052_fleet_order.ts';
import { clusterWord } from '../migrations/0054_cluster_word.ts';
import { powerNotice } from '../migrations/0055_power_notice.ts';
import type { Step } from '../step.ts';
import type { GpuTable, GpuNoteTable, GpuProcessTable, GpuSampleTable } from './gpu.ts';
import type { NodeTable, NodeStateTable, NodeSampleTable, NodeChangeTable, NodeActionTable } from './node.ts';
import type { VmTable, VmStateTable, VmSourceTable, VmTaskTable, VmSampleTable } from './vm.ts';

export interface FleetTables {
  node: NodeTable;
  node_state: NodeStateTable;
  node_sample: NodeSampleTable;
  node_change: NodeChangeTable;
  node_action: NodeActionTable;
  gpu: GpuTable;
  gpu_note: GpuNoteTable;
  gpu_process: GpuProcessTable;
  gpu_sample: GpuSampleTable;
  vm: VmTable;
  vm_state: VmStateTable;
  vm_source: VmSourceTable;
  vm_task: VmTaskTable;
  vm_sample: VmSampleTable;
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const FLEET_NOT_IN_BACKUP: Partial<Record<keyof FleetTables, string>> = {
  node_state: 'found anew where it is restored',
  node_sample: 'what a machine did, of no use to another',
  node_change: 'a record of what happened here',
  node_action: 'a record of what happened here',
  gpu: 'found anew where it is restored',
  gpu_process: 'lives as long as the process',
  gpu_sample: 'what a machine did, of no use to another',
  vm_state: 'found anew where it is restored',
  vm_source: 'found anew where it is restored',
  vm_task: 'a record of what happened here',
  vm_sample: 'what a machine did, of no use to another',
};

/** The migrations of these tables. */
export const FLEET_STEPS: Record<string, Step> = {
  '0039_node': node,
  '0041_gpu': gpu,
  '0042_vm': vm,
  '0045_node_action': nodeAction,
  '0046_node_expectation': nodeExpectation,
  '0049_vm_sample': vmSample,
  '0052_fleet_order': fleetOrder,
  '0054_cluster_word': clusterWord,
  '0055_power_notice': powerNotice,
};
