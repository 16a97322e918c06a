import { FLEET_STATEMENTS } from '../fleet-statements.ts';
import { fillFleet } from '../fleet.ts';
import { listCase } from '../list-case.ts';
import { ListStage } from '../list-stage.ts';
import type { Suite } from '../ratio.ts';

const { nodes, vms, gpus, heatMap, racks } = FLEET_STATEMENTS;
const LISTS = [
  { name: 'first page of 1,000 nodes', path: '/nodes/paging?pageSize=20', statements: nodes },
  { name: 'first page of 10,000 virtual machines', path: '/vms/paging?pageSize=20', statements: vms },
  { name: 'first page of 8,000 GPUs', path: '/gpu-resources/paging?pageSize=20', statements: gpus },
  { name: 'heat map of 8,000 GPUs', path: '/gpu-resources/heatmap', statements: heatMap },
  { name: 'racks of 1,000 nodes', path: '/nodes/racks', statements: racks },
] as const;

/**
 * 1,000 nodes, 10,000 virtual machines and 8,000 GPUs: their lists and the heat map against their SQL, by one caller.
 *
 * On two processors with six times as much to do, heat map and racks keep their bound (0.40, 0.41); first pages came from
 * 0.12–0.18 to 0.22–0.29 and do not. Twenty rows are 0.4 to 0.8 ms of SQL; what is left of a call is its way through HTTP and
 * a thread, a millisecond whatever it asks, and the check and writing of rows of 3 kB each. Not measured at rest.
 */
export async function fleet(): Promise<Suite> {
  const stage = await ListStage.start();
  const { client, database } = stage;
  await fillFleet(database);
  await stage.warmUp(LISTS.map(({ path }) => path));
  return {
    cases: LISTS.map((list) => listCase({ client, database }, list)),
    close: () => stage.close(),
  };
}
