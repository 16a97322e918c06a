// On both engines: what is due is claimed by one of several servers.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';
import type { SessionEvidence } from '@jadegate/contract/session/session-evidence';
import { beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { seedRecording, seedSigned } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';

beforeAll(async () => {
  token = await server.current.login();
});

const checks = () => server.current.services.evidenceChecks;
const stateOf = async (id: string) =>
  (await server.current.call<SessionEvidence>('GET', `/evidence/sessions/${id}`, { token })).data;
const chainOf = (folder: string) => join(folder, CHAIN_FILE);
const linesOf = (folder: string) => readFileSync(chainOf(folder), 'utf8').split('\n').slice(0, -1);
const watched = async () =>
  (await checks().watch.check()).map(({ wording, params }) => [wording, params['count']]);

describe('the daily look at recordings', () => {
  it('finds what was altered or cut since, tells of it, and leaves alone what only broke off', async () => {
    const [good, broken, altered, cut, gone] = [
      await seedSigned(server.current),
      await seedSigned(server.current, { isClosed: false }),
      await seedSigned(server.current, { kind: 'desktop' }),
      await seedSigned(server.current),
      await seedSigned(server.current),
    ];
    const path = join(altered.folder, '000001.seg');
    const bytes = readFileSync(path);
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    // All of the end: alone it looks like one that broke off, and the product knows better.
    writeFileSync(chainOf(cut.folder), `${linesOf(cut.folder).slice(0, 3).join('\n')}\n`);
    ['000003.seg', '000004.seg', '000005.seg'].forEach((name) => rmSync(join(cut.folder, name)));
    rmSync(gone.folder, { recursive: true });
    expect((await stateOf(good.id)).verdict).toBeNull();
    expect(await checks().checkDue()).toBe(5);
    const said = await Promise.all([good, broken, altered, cut, gone].map(({ id }) => stateOf(id)));
    expect(said.map(({ verdict, finding }) => [verdict, finding?.code])).toEqual([
      ['whole', undefined],
      ['incomplete', 'no_end'],
      ['altered', 'bytes_changed'],
      ['incomplete', 'tail_missing'],
      ['altered', 'file_missing'],
    ]);
    expect(await watched()).toEqual([['evidence-bad', 3]]);
    // Once a day, each.
    expect(await checks().checkDue()).toBe(0);
    server.current.passTime(DAY_MS + 1);
    expect(await checks().checkDue()).toBe(5);
    token = await server.current.login();
    await server.current.db.deleteFrom('session').execute();
    expect(await watched()).toEqual([]);
  });

  it('knows one that was signed anew by somebody who has the key, and one put in place of another', async () => {
    const [one, other] = [await seedSigned(server.current), await seedSigned(server.current)];
    await server.current.db
      .updateTable('session_evidence')
      .set({ head: 'ab'.repeat(32) })
      .where('session_id', '=', one.id)
      .execute();
    const third = await seedSigned(server.current);
    rmSync(other.folder, { recursive: true });
    cpSync(third.folder, other.folder, { recursive: true });
    await checks().checkDue();
    expect((await stateOf(one.id)).finding?.code).toBe('line_link');
    expect((await stateOf(other.id)).finding?.code).toBe('other_session');
    expect((await stateOf(third.id)).verdict).toBe('whole');
  });

  it('is made at once for those who may, and put on record', async () => {
    const { id } = await seedSigned(server.current);
    const reader = await server.current.loginAs({ type: 'admin', menus: ['offline-session', 'evidence'] });
    const check = (as: string) =>
      server.current.call<SessionEvidence>('POST', `/sessions/${id}/evidence/check`, { token: as });
    expect((await check(reader.token)).code).toBe(403);
    expect((await server.current.call('GET', `/evidence/sessions/${id}`, { token: reader.token })).code).toBe(
      1,
    );
    expect((await check(token)).data).toMatchObject({ isSigned: true, verdict: 'whole', finding: null });
    const { db } = server.current;
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'session.evidence-checked')
      .execute();
    expect(rows).toMatchObject([{ object_id: id, detail: '{"verdict":"whole"}' }]);
    const old = await seedRecording(server.current, { printed: [{ at: 0, text: 'a' }] });
    expect(await stateOf(old.id)).toMatchObject({ isSigned: false, verdict: null });
    const nobody = await server.current.loginAs({ type: 'admin', menus: ['asset'] });
    expect((await server.current.call('GET', `/evidence/sessions/${id}`, { token: nobody.token })).code).toBe(
      403,
    );
  });
});
