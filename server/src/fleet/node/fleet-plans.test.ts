// On both engines: plans of statements.
import type { GpuQuery } from '@jadegate/contract/fleet/gpu';
import type { NodeQuery } from '@jadegate/contract/fleet/node';
import type { VmQuery } from '@jadegate/contract/fleet/vm';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../db/database.ts';
import { plansOf, wholeTables } from '../../testing/statement-plans.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { GpuProcessRepository } from '../gpu/gpu-process.repository.ts';
import { GpuRepository } from '../gpu/gpu.repository.ts';
import { VmRepository } from '../vm/vm.repository.ts';
import { NodeRepository } from './node.repository.ts';

/** Lists of physical hosts, virtual machines and GPUs, the heat map and the racks: how large fleets are read. */
const server = useTestServer();

const PAGE = { pageIndex: 1, pageSize: 20 };
const nodes = (database: Database, query: Partial<NodeQuery> = {}) =>
  new NodeRepository(database).page({ ...PAGE, ...query });
const vms = (database: Database, query: Partial<VmQuery> = {}) =>
  new VmRepository(database).page({ ...PAGE, ...query }, 0);
const gpus = (database: Database, query: Partial<GpuQuery> = {}) =>
  new GpuRepository(database).page({ ...PAGE, ...query });

type Work = (database: Database) => Promise<unknown>;

const IN_ORDER: [name: string, work: Work][] = [
  ['nodes', (on) => nodes(on)],
  ['nodes by name', (on) => nodes(on, { field: 'name', order: 'ascend' })],
  ['nodes by site', (on) => nodes(on, { field: 'site', order: 'descend' })],
  ['virtual machines', (on) => vms(on)],
  ['virtual machines, backwards', (on) => vms(on, { field: 'name', order: 'descend' })],
  ['virtual machines by age', (on) => vms(on, { field: 'created', order: 'descend' })],
  ['GPUs', (on) => gpus(on)],
  ['GPUs by model', (on) => gpus(on, { field: 'model', order: 'ascend' })],
  ['GPUs by health', (on) => gpus(on, { field: 'health', order: 'descend' })],
];

/** What is compared row by row, because it stands in another table or is asked of all: no table is read for it. */
const BY_INDEX: [name: string, work: Work][] = [
  ...IN_ORDER,
  ['nodes by processor', (on) => nodes(on, { field: 'cpu', order: 'descend' })],
  ['nodes that are offline', (on) => nodes(on, { status: 'offline' })],
  ['virtual machines by processor', (on) => vms(on, { field: 'cpu', order: 'descend' })],
  ['virtual machines that run', (on) => vms(on, { state: 'running' })],
  ['virtual machines of a host', (on) => vms(on, { nodeId: 'node-1' })],
  ['GPUs of a host', (on) => gpus(on, { nodeId: 'node-1' })],
  ['GPUs that are free', (on) => gpus(on, { usage: 'free' })],
  ['the heat map', (on) => new GpuRepository(on).listCells({})],
  ['the racks', (on) => new NodeRepository(on).listRacked()],
  ['processes of some cards', (on) => new GpuProcessRepository(on).listOf(['gpu-1', 'gpu-2'])],
];

/**
 * Tells PostgreSQL how large the tables are, and that no row need be looked at for what an index says: it believes the
 * latter only where no statement of the server itself was under way meanwhile.
 */
const isAllVisible = async (db: Database['db']) => {
  await sql`vacuum (analyze) node, gpu, vm`.execute(db);
  const { rows } = await sql<{ relname: string }>`select relname from pg_class
    where relname in ('node', 'gpu', 'vm') and relkind = 'r' and relallvisible < relpages`.execute(db);
  return rows.length === 0;
};

beforeAll(async () => {
  const { db, engine } = server.current.services.database;
  const numbers =
    engine.name === 'postgres'
      ? sql`generate_series(1, 2000) as n(i)`
      : sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select i from n) as n`;
  await sql`insert into node (id, name, name_key, site, room, rack, asset_tag, department, purchased_at, warranty_until,
      retire_at, labels, lifecycle, expect, collects, interval_seconds, description, created_at, updated_at)
    select 'node-' || i, 'node ' || i, 'node ' || i, 'site', '', 'rack ' || i, '', '', '', '', '', '{}', 'active', '{}', 0,
      60, '', i, i from ${numbers}`.execute(db);
  await sql`insert into gpu (id, node_id, card_key, vendor, uuid, bdf, number, model, attach, usage, health, reasons,
      processes, memory, events, found, created_at)
    select 'gpu-' || i, 'node-' || i, 'gpu-' || i, 'nvidia', '', '', 0, 'H200', 'host', 'free', 0, '[]', 0, '{}', '[]', '', i
    from ${numbers}`.execute(db);
  await sql`insert into vm (id, provider, home_node_id, cluster_name, vm_key, name, name_key, owner_id, department, labels,
      description, manual_ip, is_protected, created_at, updated_at)
    select 'vm-' || i, 'libvirt', 'node-' || i, '', 'vm ' || i, 'vm ' || i, 'vm ' || i, '', '', '{}', '', '', 0, i, i
    from ${numbers}`.execute(db);
  if (engine.name === 'postgres') {
    await vi.waitUntil(() => isAllVisible(db), { timeout: 30_000 });
  }
});

const plansFor = (work: Work) => {
  const { database } = server.current.services;
  return plansOf(database, (db) => work({ ...database, db }));
};

describe('a large fleet', () => {
  it.each(BY_INDEX)('%s: no table is read from end to end', async (_, work) => {
    const plans = await plansFor(work);
    expect(plans).not.toEqual([]);
    expect(wholeTables(plans)).toEqual([]);
  });

  it.each(IN_ORDER)('%s: the first page is read in the order of an index', async (_, work) => {
    expect((await plansFor(work)).flatMap(({ sorts }) => sorts)).toEqual([]);
  });

  it('the heat map asks an index alone about cards, whatever their drivers tell', async () => {
    const [plan] = await plansFor((on) => new GpuRepository(on).listCells({}));
    expect(plan?.reads.join()).toContain('gpu_map_ix');
  });

  it('the racks are walked in the order of their index', async () => {
    const [plan] = await plansFor((on) => new NodeRepository(on).listRacked());
    expect(plan?.reads.join()).toContain('node_place_ix');
  });

  it.each([
    ['nodes', nodes],
    ['virtual machines', vms],
    ['GPUs', gpus],
  ] as const)('%s: a page takes as many statements as another, however long it is', async (_, page) => {
    const count = async (pageSize: number) => (await plansFor((on) => page(on, { pageSize }))).length;
    const few = await count(1);
    expect(few).toBeGreaterThan(0);
    expect(await count(100)).toBe(few);
  });
});
