import type { NodeHistory } from '@jadegate/contract/fleet/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { anAsset } from '../../testing/grant-rows.ts';
import { NodeKit } from '../../testing/node-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { NodeStateRepository } from './node-state.repository.ts';

const server = useTestServer();
const kit = new NodeKit(server);
const { assets, call, get, list, made } = kit;
const closers: (() => unknown)[] = [];

beforeAll(() => kit.start());
afterEach(async () => {
  for (const close of closers.splice(0)) {
    await close();
  }
});
afterAll(() => kit.stop());

const scheduler = () => server.current.services.nodeScheduler;

describe('the scheduler', () => {
  it('asks those whose time has come, once, and not those that another process keeps', async () => {
    await call('DELETE', `/nodes/${(await list({})).items.map(({ id }) => id).join(',')}`);
    const mine = await made();
    const foreign = await made();
    const planned = await made({ lifecycle: 'planned' });
    const before = await get(mine);
    const beside = await server.current.startBeside();
    closers.push(() => beside.stop());
    await beside.services.processes.register();
    const held = { held_by: beside.services.processes.id, held_until: server.current.now() + HOUR_MS };
    await server.current.db.updateTable('node_state').set(held).where('node_id', '=', foreign).execute();
    await scheduler().round();
    await scheduler().settled();
    expect((await get(mine)).collectedAt).toBe(before.collectedAt);
    server.current.passTime(2 * MINUTE_MS);
    await Promise.all([scheduler().round(), scheduler().round()]);
    await scheduler().settled();
    const samples = async (id: string) =>
      (await call<NodeHistory>('GET', `/nodes/${id}/samples?span=hour`)).data.times.length;
    expect(await samples(mine)).toBe(2);
    expect(await samples(foreign)).toBe(1);
    expect(await samples(planned)).toBe(0);
    server.current.passTime(HOUR_MS);
    await scheduler().round();
    await scheduler().settled();
    expect(await samples(foreign)).toBe(1);
    const { times } = (await call<NodeHistory>('GET', `/nodes/${mine}/samples?span=fortnight`)).data;
    // Which five minutes and which hour a moment falls in depends on when this runs.
    expect(times.length).toBeGreaterThan(0);
    const { times: hours } = (await call<NodeHistory>('GET', `/nodes/${mine}/samples?span=year`)).data;
    expect(hours.length).toBeGreaterThan(0);
  });

  it('asks those that a process kept which is dead, as soon as that is known', async () => {
    await call('DELETE', `/nodes/${(await list({})).items.map(({ id }) => id).join(',')}`);
    const id = await made();
    await scheduler().settled();
    const kept = {
      held_by: newId(),
      held_until: server.current.now() + HOUR_MS,
      asking_until: server.current.now() + HOUR_MS,
    };
    await server.current.db
      .updateTable('node_state')
      .set({ ...kept, next_at: 0 })
      .where('node_id', '=', id)
      .execute();
    server.current.passTime(5000);
    await scheduler().round();
    await scheduler().settled();
    const state = await server.current.db
      .selectFrom('node_state')
      .select('held_by')
      .where('node_id', '=', id)
      .executeTakeFirst();
    expect(state?.held_by).toBe(server.current.services.processes.id);
  });

  it('lets no gateway that hangs keep the hosts of others waiting', async () => {
    await call('DELETE', `/nodes/${(await list({})).items.map(({ id }) => id).join(',')}`);
    const { db, services } = server.current;
    const [slow, quick] = [await assets.gateway(), await assets.gateway()];
    const now = server.current.now();
    const add = async (count: number, gateway: string, since: number) => {
      for (let number = 0; number < count; number++) {
        const asset = await anAsset(server.current, { access_gateway_id: gateway });
        const id = await made({ assetId: asset.id, collects: false });
        await db
          .updateTable('node_state')
          .set({ next_at: since, asking_until: 0 })
          .where('node_id', '=', id)
          .execute();
      }
    };
    await add(12, slow, now - HOUR_MS);
    await add(2, quick, now);
    const states = new NodeStateRepository(services.database);
    const due = async (without: string[]) => {
      const rows = await states.listDue(services.processes.id, now, { limit: 12, perGateway: 8, without });
      return rows.map(({ gateway_id }) => gateway_id);
    };
    expect(await due([])).toEqual([...Array.from({ length: 8 }, () => slow), quick, quick]);
    expect(await due([slow])).toEqual([quick, quick]);
  });
});
