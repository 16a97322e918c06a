// On both engines: searching and sorting.
import type { MenuId } from '@jadegate/contract/menu';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { FilesKit } from '../../testing/files-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new FilesKit(server);
let dir = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  dir = await kit.newFolder();
});

const JANUARY = Date.parse('2026-01-01T00:00:00Z');

interface Written {
  user?: string;
  asset?: string;
  file?: string;
  action?: 'upload' | 'download' | 'rm';
  isDone?: boolean;
  at?: number;
}

/** An entry as if it had been written at that time. */
async function written({
  user = 'somebody',
  asset = 'something',
  file = `${dir}/f`,
  action = 'upload',
  isDone = true,
  at = JANUARY,
}: Written): Promise<string> {
  const id = newId(at);
  await server.current.db
    .insertInto('storage_log')
    .values({
      id,
      asset_id: `id of ${asset}`,
      asset_name: asset,
      session_id: `session of ${user}`,
      user_id: `id of ${user}`,
      user_name: user,
      action,
      file_name: file,
      result: isDone ? 'success' : 'failure',
      bytes: 5,
      checksum: 'c'.repeat(64),
      created_at: at,
    })
    .execute();
  return id;
}

const found = async (query: Record<string, string>) =>
  (await kit.logs({ fileName: dir, ...query })).map(({ id }) => id);

describe('the log of files', () => {
  it('is found by person, asset, act, result, name and time', async () => {
    const mei = await written({
      user: '陳美玲',
      asset: 'db-主機',
      file: `${dir}/dump.sql`,
      action: 'download',
    });
    const lin = await written({ user: '林志明', isDone: false, at: JANUARY + DAY_MS });
    expect(await found({})).toEqual([lin, mei]);
    expect(await found({ order: 'ascend' })).toEqual([mei, lin]);
    expect(await found({ userName: '陳美玲' })).toEqual([mei]);
    expect(await found({ userName: '志明' })).toEqual([lin]);
    expect(await found({ assetName: 'DB-' })).toEqual([mei]);
    expect(await found({ fileName: `${dir}/DUMP` })).toEqual([mei]);
    expect(await found({ action: 'download' })).toEqual([mei]);
    expect(await found({ result: 'failure' })).toEqual([lin]);
    expect(await found({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' })).toEqual([mei]);
    expect(await found({ from: '2026-01-02T00:00:00Z' })).toEqual([lin]);
    expect(await found({ to: '2026-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ userName: '陳美玲', result: 'failure' })).toEqual([]);
    // A wildcard is a letter like any other.
    expect(await found({ userName: '%%%' })).toEqual([]);
  });

  it('refuses what is no time', async () => {
    const answer = await server.current.call('GET', '/storage-logs/paging?from=yesterday', {
      token: kit.token,
    });
    expect(answer).toMatchObject({ code: 400 });
  });

  it('tells the files of one session from those of others', async () => {
    await kit.call('POST', 'mkdir', { query: { dir: `${dir}/mine` } });
    await written({});
    expect(await kit.logs({ sessionId: kit.session })).toMatchObject([
      { action: 'mkdir', fileName: `${dir}/mine`, result: 'success', sessionId: kit.session },
    ]);
  });

  it('is deleted and cleared with a trace', async () => {
    await kit.call('POST', 'mkdir', { query: { dir: `${dir}/logged` } });
    const [entry] = await kit.logOf('logged');
    expect(entry).toMatchObject({ sessionId: kit.session, userAccount: 'admin' });
    const { token } = kit;
    expect(await server.current.call('DELETE', `/storage-logs/${entry?.id}`, { token })).toMatchObject({
      code: 1,
    });
    expect(await kit.logOf('logged')).toEqual([]);
    expect(await server.current.call('POST', '/storage-logs/clear', { token })).toMatchObject({ code: 1 });
    expect(await kit.logOf('')).toEqual([]);
    const actions = await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'storage-log.%')
      .execute();
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'storage-log.cleared',
      'storage-log.deleted',
    ]);
  });

  it.each<[string, MenuId[]]>([
    ['only looks at it', ['storage-log']],
    ['may delete sessions', ['offline-session', 'offline-session-del', 'offline-session-clear']],
  ])('keeps its entries from somebody who %s', async (_who, menus) => {
    const id = await written({});
    const { token } = await server.current.loginAs({ type: 'admin', menus });
    expect(await server.current.call('DELETE', `/storage-logs/${id}`, { token })).toMatchObject({
      code: 403,
    });
    expect(await server.current.call('POST', '/storage-logs/clear', { token })).toMatchObject({ code: 403 });
    expect(await found({})).toEqual([id]);
  });

  it('outlives the session it tells of', async () => {
    const id = await kit.opened(kit.token);
    await kit.call('POST', 'mkdir', { id, query: { dir: `${dir}/kept` } });
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
    await server.current.call('DELETE', `/sessions/${id}`, { token: kit.token });
    expect(await server.current.call('GET', `/sessions/${id}`, { token: kit.token })).toMatchObject({
      error: 'session.not_found',
    });
    expect(await kit.logs({ sessionId: id })).toMatchObject([{ fileName: `${dir}/kept` }]);
  });

  it('goes when it is older than sessions are kept', async () => {
    const id = await written({ at: 1000 });
    expect(await server.current.services.storageLogs.removeOlder(1000, 10)).toBe(0);
    expect(await server.current.services.storageLogs.removeOlder(1001, 10)).toBe(1);
    expect(await found({})).not.toContain(id);
  });
});

describe('what is refused again and again (SEC-49)', () => {
  const refusedRenames = (times: number) =>
    inParts(times, (part) =>
      kit.call('POST', 'rename', {
        query: { oldName: `/${part}${'玉'.repeat(4000)}`, newName: `/${part}${'門'.repeat(4000)}` },
      }),
    );
  const rows = () =>
    server.current.db
      .selectFrom('storage_log')
      .select(['file_name', 'result', 'more'])
      .where('action', '=', 'rename')
      .orderBy('id')
      .execute();

  it('leaves a few short lines, of which the last says how many more there were', async () => {
    await server.current.db.deleteFrom('storage_log').execute();
    await refusedRenames(40);
    expect(await rows()).toHaveLength(21);
    server.current.passTime(MINUTE_MS);
    await server.current.services.storageLogs.writeFolded();
    const after = await rows();
    expect(after.map(({ more }) => more)).toEqual([...Array<number>(20).fill(0), 19]);
    for (const { file_name, result } of after) {
      expect(result).toBe('failure');
      expect(Buffer.byteLength(file_name)).toBeLessThan(2100);
      expect(file_name).toMatch(/^\/\d+玉+… \[cut: \d+ bytes, sha256 [0-9a-f]{64}\] → \/\d+門+… \[cut: /u);
    }
    expect((await kit.logs({ fileName: '玉玉' })).map(({ more }) => more)).toContain(19);
  });
});

async function inParts(times: number, one: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index++) {
    await one(index);
  }
}
