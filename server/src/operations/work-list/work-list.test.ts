import type { WorkRow } from '@jadegate/contract/operations/work';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { Piece, WorkKind } from '../../work/work-kind.ts';

const server = useTestServer();
let token = '';

/** Goes on until it is stopped. */
class Endless implements WorkKind {
  readonly name: string;
  readonly input = z.unknown();
  readonly limits = { perProcess: 5 };
  readonly tries = { most: 1, backOffMs: () => 0 };
  readonly canCancel: boolean;
  readonly afterDeath = 'end';

  constructor(name: string, canCancel: boolean) {
    this.name = name;
    this.canCancel = canCancel;
  }

  keptMs(): number {
    return 60_000;
  }

  deadlineMs(): number {
    return 60_000;
  }

  run({ signal }: Piece): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    });
  }
}

const endless = new Endless('endless', true);
const stubborn = new Endless('stubborn', false);
beforeAll(async () => {
  token = await server.current.login();
  server.current.services.work.declare(endless, stubborn);
});
afterEach(() => server.current.db.deleteFrom('work').execute());

const call = <Data>(method: 'GET' | 'POST', path: string, as = token) =>
  server.current.call<Data>(method, path, { token: as });
const list = async (as = token) => (await call<{ items: WorkRow[] }>('GET', '/work', as)).data.items;
const add = (kind: Endless, dueAt?: number) =>
  server.current.services.database.transact((tx) =>
    server.current.services.work.add(
      kind,
      {
        subject: newId(),
        subjectName: '每晚備份',
        person: { id: 'somebody', name: '陳美玲' },
        input: {},
        ...(dueAt !== undefined && { dueAt }),
      },
      tx,
    ),
  );

describe('what goes on', () => {
  it('is listed with who asked for it, where it runs, what waits, and what was given up', async () => {
    const running = await add(endless);
    const waiting = await add(endless, server.current.now() + 60_000);
    await expect.poll(async () => (await list()).map(({ state }) => state)).toEqual(['running', 'waiting']);
    const [first, second] = await list();
    expect(first).toMatchObject({ id: running, kind: 'endless', name: '每晚備份', personName: '陳美玲' });
    expect(first).toMatchObject({ attempt: 1, canCancel: true, problem: '' });
    expect(first?.server).not.toBe('');
    expect(second).toMatchObject({ id: waiting, server: '', attempt: 0 });
    await server.current.db
      .updateTable('work')
      .set({ state: 'over', outcome: 'failed', problem: 'server.stopping', ended_at: server.current.now() })
      .where('id', '=', waiting)
      .execute();
    expect((await list())[1]).toMatchObject({
      state: 'failed',
      problem: '伺服器正在停止服務，請稍後再試',
      canCancel: false,
    });
  });

  it('is cancelled by who may, which is written down; what waits is gone at once', async () => {
    const [running, waiting] = [await add(endless), await add(endless, server.current.now() + 60_000)];
    await expect.poll(async () => (await list())[0]?.state).toBe('running');
    for (const id of [waiting, running]) {
      expect(await call('POST', `/work/${id}/cancel`)).toMatchObject({ code: 1 });
    }
    await expect.poll(() => list()).toEqual([]);
    const outcomes = await server.current.db.selectFrom('work').select('outcome').execute();
    expect(outcomes).toEqual([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
    const audited = await server.current.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'work.cancelled')
      .execute();
    expect(audited.map((entry) => entry.object_id)).toEqual([waiting, running]);
    expect(await call('POST', `/work/${running}/cancel`)).toMatchObject({ error: 'work.not_found' });
  });

  it('is not cancelled where that would leave something half done, nor by who may only look', async () => {
    const id = await add(stubborn);
    await expect.poll(async () => (await list())[0]).toMatchObject({ state: 'running', canCancel: false });
    expect(await call('POST', `/work/${id}/cancel`)).toMatchObject({ error: 'work.not_cancellable' });
    const viewer = await server.current.loginAs({ type: 'admin', menus: ['monitoring'] });
    // What it is about is the business of others.
    expect(await list(viewer.token)).toMatchObject([{ name: '', kind: 'stubborn' }]);
    expect(await list()).toMatchObject([{ name: '每晚備份' }]);
    expect(await call('POST', `/work/${id}/cancel`, viewer.token)).toMatchObject({ code: 403 });
    expect((await list())[0]?.state).toBe('running');
  });
});
