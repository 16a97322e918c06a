import { join } from 'node:path';

import Database from 'better-sqlite3';

import { LOOPBACK } from '../../../e2e/src/hosts.ts';
import { Client } from '../../../e2e/src/support/client.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import { fillFleet } from '../fleet.ts';
import { listCase } from '../list-case.ts';
import { manyCallers } from '../many-callers.ts';
import type { Suite } from '../ratio.ts';

const PASSWORD = 'a password for benches';

/**
 * 1,000 nodes, 10,000 virtual machines and 8,000 GPUs: their lists and the heat map against their SQL, by one caller.
 *
 * On a machine of two cores with other work, the heat map and the racks just kept their bound (0.39, 0.34) and first pages
 * did not (0.15 to 0.16): twenty rows are 0.6 to 1 ms of SQL, and a whole request takes 3.7 to 6.3 ms. What of that is the
 * way, the login and the schemas was not taken apart.
 */
export async function fleet(): Promise<Suite> {
  const product = await Product.start({
    env: {
      JADEGATE_ADMIN_PASSWORD: PASSWORD,
      JADEGATE_LOG_LEVEL: 'error',
      JADEGATE_TRUSTED_PROXIES: LOOPBACK,
    },
  });
  const file = join(product.dataDir, 'jadegate.db');
  fillFleet(file);
  const database = new Database(file, { readonly: true });
  const client = new Client(product.url, manyCallers());
  await client.login('admin', PASSWORD);
  const list = (name: string, path: string, statement: string) =>
    listCase({ client, database }, name, path, statement);
  return {
    cases: [
      list('first page of 1,000 nodes', '/nodes/paging?pageSize=20', NODES),
      list('first page of 10,000 virtual machines', '/vms/paging?pageSize=20', VMS),
      list('first page of 8,000 GPUs', '/gpu-resources/paging?pageSize=20', GPUS),
      list('heat map of 8,000 GPUs', '/gpu-resources/heatmap', MAP),
      list('racks of 1,000 nodes', '/nodes/racks', RACKS),
    ],
    close: async () => {
      database.close();
      await product.dispose();
    },
  };
}

const NODES = `select node.*, node_state.*, asset.name as asset_name, asset.ip, asset.port,
  (select count(*) from node_change where node_change.node_id = node.id and node_change.confirmed_at is null) as open_changes,
  (select count(*) from node) as total
  from node left join node_state on node_state.node_id = node.id left join asset on asset.id = node.asset_id
  order by node.created_at desc, node.id desc limit 20`;
const VMS = `select vm.*, vm_state.*, node.name as node_name, asset.name as asset_name, vm_task.id as task_id,
  (select count(*) from vm) as total
  from vm left join vm_state on vm_state.vm_id = vm.id left join node on node.id = vm_state.node_id
  left join asset on asset.id = vm.asset_id left join vm_task on vm_task.vm_id = vm.id and vm_task.ended_at is null
  order by vm.name_key, vm.id limit 20`;
const GPUS = `select gpu.*, node.name as node_name, gpu_note.note, gpu_note.labels, (select count(*) from gpu) as total
  from gpu left join node on node.id = gpu.node_id left join gpu_note on gpu_note.card_key = gpu.card_key
  order by gpu.node_id, gpu.id limit 20`;
const MAP = `select gpu.id, gpu.number, gpu.usage, gpu.health, gpu.util_pct, gpu.mem_pct, node.id as node_id, node.name as node_name
  from gpu join node on node.id = gpu.node_id order by node.name_key, node.id, gpu.number, gpu.id`;
const RACKS = `select node.id, node.name, node.site, node.room, node.rack, node.unit, node.unit_height, node.lifecycle,
  node_state.status, node_state.cpu_pct, node_state.temp_c from node left join node_state on node_state.node_id = node.id
  where node.rack != '' order by node.site, node.room, node.rack, node.unit desc, node.name_key`;
