// Whoever is gone, renamed or taken out of a group in a real OpenLDAP is so here after one synchronisation; and what would
// take too much at once waits.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DirectoryKit } from '../../testing/directory-kit.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { groupLdif, OwnSlapd, personLdif, SLAPD } from '../../testing/own-slapd.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';

const server = useTestServer({ metricsToken: 'metrics' });
const kit = new DirectoryKit(server);
const hosts = new SessionKit(server);
const dnOf = (uid: string) => `uid=${uid},${SLAPD.people}`;
const TEAM = ['mei', 'kai', 'lin', 'wen', 'jun', 'han', 'bo', 'xin', 'yue', 'zhi'];

let slapd: OwnSlapd;
let ops = '';
let assetId = '';
let id = '';
beforeAll(async () => {
  await hosts.start();
  await kit.start();
  ops = await kit.group('維運');
  assetId = await hosts.machine({ name: 'web' });
  await kit.call('POST', '/authorised/user-groups', { userGroupIds: [ops], assetId });
});
beforeEach(async () => {
  slapd = await OwnSlapd.start(
    [...TEAM.map((uid) => personLdif(uid)), groupLdif('ops', TEAM.map(dnOf))].join('\n'),
  );
  id = await kit.source('corp', slapd, {}, { rules: [{ value: 'ops', groups: [ops] }] });
});
afterEach(async () => {
  await kit.call('DELETE', `/identity-sources/${id}`);
  await server.current.db.deleteFrom('user').where('source', '!=', '').execute();
  await slapd.dispose();
});
afterAll(() => hosts.stop());

/** Somebody who has come in and works. */
async function comeIn(uid: string): Promise<{ id: string; token: string }> {
  const { data, message } = await kit.signIn(uid, `${uid}-pw`);
  expect(message).toBe('success');
  return { id: data.info.id, token: data.token };
}

async function openSession(token: string) {
  const { data } = await hosts.create(assetId, token);
  const client = hosts.connect(`/sessions/${data.id}/ssh`, token, { cols: '100', rows: '30' });
  await expect.poll(() => client.shown).toBe('$ ');
  return client;
}

const statusOf = async (uid: string) => (await kit.user(uid))?.status;
const remove = (uid: string) => slapd.change(`dn: ${dnOf(uid)}\nchangetype: delete\n`);
const replace = (dn: string, attribute: string, value: string) =>
  slapd.change(`dn: ${dn}\nchangetype: modify\nreplace: ${attribute}\n${attribute}: ${value}\n`);
const opsAre = (uids: readonly string[]) =>
  slapd.change(
    `dn: cn=ops,${SLAPD.groups}\nchangetype: modify\nreplace: member\n${uids.map((uid) => `member: ${dnOf(uid)}`).join('\n')}\n`,
  );
const auditOf = async (action: string) =>
  (
    await server.current.db
      .selectFrom('audit_log')
      .select(['object_name', 'detail'])
      .where('action', '=', action)
      .orderBy('seq')
      .execute()
  ).map(({ object_name: name, detail }) => ({ name, ...(JSON.parse(detail) as object) }));

describe('somebody who is disabled or gone there', () => {
  it('is so here, on every way in; and comes back with the directory', async () => {
    const mei = await comeIn('mei');
    const shell = await openSession(mei.token);
    const made = await server.current.call<{ token: string }>('POST', '/account/access-tokens', {
      token: mei.token,
      body: { name: 'program', days: 30, scope: 'use', password: 'mei-pw' },
    });
    const key = { name: 'laptop', publicKey: ed25519KeyPair().public, password: 'mei-pw' };
    await server.current.call('POST', '/account/ssh-keys', { token: mei.token, body: key });
    const isIn = async (token: string) =>
      (await server.current.call('GET', '/account/info', { token })).message === 'success';
    expect(await isIn(made.data.token)).toBe(true);

    await replace(dnOf('mei'), 'shadowExpire', '1');
    expect((await kit.visit(id)).counts).toMatchObject({ people: 1, disabled: 1 });
    expect(await statusOf('mei')).toBe('disabled');
    expect([await isIn(mei.token), await isIn(made.data.token)]).toEqual([false, false]);
    await expect.poll(() => shell.reason).toBe('登入已結束，連線隨之中斷');
    const keys = await server.current.db
      .selectFrom('ssh_key')
      .selectAll()
      .where('user_id', '=', mei.id)
      .execute();
    expect(keys).toEqual([]);
    expect(await auditOf('user.disabled')).toEqual([{ name: 'mei', source: '目錄 corp', why: 'expired' }]);

    await replace(dnOf('mei'), 'shadowExpire', '99999');
    expect((await kit.visit(id)).counts).toMatchObject({ enabled: 1, disabled: 0 });
    expect(await comeIn('mei')).toMatchObject({ id: mei.id });
  });

  it('is not enabled again where somebody has disabled them here since', async () => {
    const mei = await comeIn('mei');
    await remove('mei');
    await kit.visit(id);
    expect((await kit.user('mei'))?.disabled_by).toBe('corp');
    await setStatus(mei.id, 'disabled');
    await slapd.add(personLdif('mei', 'shadowExpire: 99999'));
    expect((await kit.visit(id)).counts).toMatchObject({ enabled: 0 });
    // It is another entry of that name: not the person, who is not let in by it either.
    expect((await kit.signIn('mei', 'mei-pw')).error).toBe('login.failed');
    expect(await statusOf('mei')).toBe('disabled');
  });

  it('keeps what lies with them where they are only locked for a while', async () => {
    const mei = await comeIn('mei');
    const key = { name: 'laptop', publicKey: ed25519KeyPair().public, password: 'mei-pw' };
    await server.current.call('POST', '/account/ssh-keys', { token: mei.token, body: key });
    await slapd.lock('mei', true);
    await kit.visit(id);
    expect(await statusOf('mei')).toBe('disabled');
    await slapd.lock('mei', false);
    await kit.visit(id);
    expect(await statusOf('mei')).toBe('enabled');
    const keys = await kit.call<unknown[]>('GET', `/users/${mei.id}/ssh-keys`);
    expect(keys.data).toHaveLength(1);
  });
});

describe('somebody who is renamed or moved there', () => {
  it('stays the same person, under the new name', async () => {
    const mei = await comeIn('mei');
    await slapd.change(
      `dn: ${dnOf('mei')}\nchangetype: modrdn\nnewrdn: uid=meiling\ndeleteoldrdn: 1\n\n` +
        `dn: ou=left,${SLAPD.people}\nchangetype: add\nobjectClass: organizationalUnit\nou: left\n\n` +
        `dn: ${dnOf('meiling')}\nchangetype: modrdn\nnewrdn: uid=meiling\ndeleteoldrdn: 0\nnewsuperior: ou=left,${SLAPD.people}\n`,
    );
    // Before anybody has looked: by either name.
    expect((await kit.signIn('meiling', 'mei-pw')).data.info).toMatchObject({
      id: mei.id,
      username: 'meiling',
    });
    await replace(`uid=meiling,ou=left,${SLAPD.people}`, 'cn', 'Mei Ling');
    expect((await kit.visit(id)).counts).toMatchObject({ changed: 1, created: 0, disabled: 0 });
    expect(await kit.user('meiling')).toMatchObject({ id: mei.id, nickname: 'Mei Ling' });
  });

  it('is out while the place they were moved to is not searched, and the same person when they are back', async () => {
    const mei = await comeIn('mei');
    const shell = await openSession(mei.token);
    const moveTo = (from: string, place: string) =>
      slapd.change(
        `dn: uid=mei,${from}\nchangetype: modrdn\nnewrdn: uid=mei\ndeleteoldrdn: 0\nnewsuperior: ${place}\n`,
      );
    await moveTo(SLAPD.people, SLAPD.suffix);
    expect((await kit.signIn('mei', 'mei-pw')).error).toBe('login.failed');
    expect((await kit.visit(id)).counts).toMatchObject({ disabled: 1 });
    await expect.poll(() => shell.reason, WITHIN_5_SECONDS).toBe('登入已結束，連線隨之中斷');
    await moveTo(SLAPD.suffix, SLAPD.people);
    expect((await kit.visit(id)).counts).toMatchObject({ enabled: 1 });
    expect(await comeIn('mei')).toMatchObject({ id: mei.id });
  });

  it('keeps the name where the new one is somebody else’s here', async () => {
    const mei = await comeIn('mei');
    const { username } = await server.current.seedUser();
    await slapd.change(`dn: ${dnOf('mei')}\nchangetype: modrdn\nnewrdn: uid=${username}\ndeleteoldrdn: 1\n`);
    await kit.visit(id);
    expect(await kit.user('mei')).toMatchObject({ id: mei.id });
    expect((await kit.signIn(username, 'mei-pw')).error).toBe('login.failed');
    expect((await kit.signIn('mei', 'mei-pw')).data.info.id).toBe(mei.id);
  });
});

describe('a group that is taken away there', () => {
  it('is gone here, and with it the live session; what somebody gave stays', async () => {
    const mei = await comeIn('mei');
    await comeIn('kai');
    const byHand = await kit.group(`手動 ${mei.id}`);
    const member = { user_group_id: byHand, user_id: mei.id };
    await server.current.db.insertInto('user_group_member').values(member).execute();
    const shell = await openSession(mei.token);
    await opsAre(['kai']);
    expect((await kit.visit(id)).counts).toMatchObject({ changed: 1 });
    await expect.poll(() => shell.reason, WITHIN_5_SECONDS).toBe('使用這個資產的授權已失效');
    expect(await kit.groupsOf(mei.id)).toEqual([byHand]);
    // As it is now there is nothing to do.
    expect((await kit.visit(id)).counts).toMatchObject({ changed: 0 });
  });

  it('takes back from an account of here what it gave, and nothing else', async () => {
    const { id: userId, username } = await server.current.seedUser();
    const token = await server.current.login(username, USER_PASSWORD);
    const body = { username: 'mei', password: 'mei-pw' };
    await server.current.call('POST', '/account/identities/corp/directory', { token, body });
    expect(await kit.groupsOf(userId)).toEqual([ops]);
    await kit.signIn('mei', 'mei-pw');
    await remove('mei');
    await kit.visit(id);
    expect(await kit.groupsOf(userId)).toEqual([]);
    expect(await statusOf(username)).toBe('enabled');
    expect((await kit.signIn(username, USER_PASSWORD)).message).toBe('success');
  });
});

describe('SSH keys of the directory', () => {
  it('come and go with it, and one that is somebody’s stays theirs', async () => {
    const [own, theirs] = [ed25519KeyPair().public.trim(), ed25519KeyPair().public.trim()];
    const mei = await comeIn('mei');
    const kai = await comeIn('kai');
    const body = { name: 'mine', publicKey: theirs, password: 'kai-pw' };
    await server.current.call('POST', '/account/ssh-keys', { token: kai.token, body });
    await slapd.change(
      `dn: ${dnOf('mei')}\nchangetype: modify\nadd: sshPublicKey\nsshPublicKey: ${own} laptop\nsshPublicKey: ${theirs}\nsshPublicKey: rubbish\n`,
    );
    await kit.visit(id);
    const keysOf = async (userId: string) =>
      (await kit.call<{ name: string; source: string }[]>('GET', `/users/${userId}/ssh-keys`)).data.map(
        ({ name, source }) => ({ name, source }),
      );
    expect(await keysOf(mei.id)).toEqual([{ name: 'laptop', source: '目錄 corp' }]);
    expect(await keysOf(kai.id)).toEqual([{ name: 'mine', source: '' }]);
    await slapd.change(`dn: ${dnOf('mei')}\nchangetype: modify\ndelete: sshPublicKey\n`);
    await kit.visit(id);
    expect(await keysOf(mei.id)).toEqual([]);
  });
});

describe('the guard against losing many at once', () => {
  const bringAll = async () => {
    id = await kit.source('corp', slapd, { importsAll: true }, { rules: [{ value: 'ops', groups: [ops] }] });
    expect((await kit.visit(id)).counts).toMatchObject({ created: TEAM.length, people: TEAM.length });
  };

  it('holds a synchronisation, tells administrators, and lets through what was shown to somebody', async () => {
    await bringAll();
    for (const uid of TEAM.slice(0, 4)) {
      await remove(uid);
    }
    const { hold, problem } = await kit.visit(id);
    expect(hold).toMatchObject({ count: 4, of: 10 });
    expect(hold?.names.toSorted()).toEqual(TEAM.slice(0, 4).toSorted());
    expect(problem).toContain('10 人中的 4 人');
    expect(await statusOf('mei')).toBe('enabled');
    expect((await auditOf('identity-source.held')).length).toBe(1);
    await kit.visit(id);
    expect((await auditOf('identity-source.held')).length).toBe(1);
    const [condition] = await server.current.services.sourceVisits.watch().check();
    expect(condition).toMatchObject({ wording: 'source-held', params: { count: 4, of: 10 } });
    // One more than what was confirmed.
    await remove(TEAM[4] ?? '');
    expect((await kit.visit(id, 4)).hold).toMatchObject({ count: 5 });
    expect((await kit.visit(id, 5)).counts).toMatchObject({ disabled: 5 });
    expect(await statusOf('mei')).toBe('disabled');
    expect(await statusOf('zhi')).toBe('enabled');
    expect(await server.current.services.sourceVisits.watch().check()).toEqual([]);
  });

  it('counts those who would lose every group, as when the groups are looked for elsewhere', async () => {
    await bringAll();
    const body = { importsAll: true, groupsBase: SLAPD.people };
    await kit.source('corp', slapd, body, { rules: [{ value: 'ops', groups: [ops] }] });
    expect((await kit.visit(id)).hold).toMatchObject({ count: 10, of: 10 });
    expect(await kit.groupsOf((await kit.user('mei'))?.id ?? '')).toEqual([ops]);
  });

  it('goes by those who are left, and by more than what everybody is given', async () => {
    await bringAll();
    for (const uid of TEAM.slice(0, 6)) {
      await remove(uid);
    }
    expect((await kit.visit(id, 6)).counts).toMatchObject({ disabled: 6 });
    // All that are left: of ten it would be few.
    const left = TEAM.slice(6);
    await opsAre(left.slice(0, 1));
    await remove(left[0] ?? '');
    const [all] = [await kit.group('全體')];
    await kit.source(
      'corp',
      slapd,
      { importsAll: true },
      {
        rules: [
          { value: 'ops', groups: [ops] },
          { value: '*', groups: [all] },
        ],
      },
    );
    expect((await kit.visit(id)).hold).toMatchObject({ count: 4, of: 4 });
    expect(await statusOf(left[0] ?? '')).toBe('enabled');
  });

  it('is passed by nobody who does not hold every right', async () => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['identity-source-edit'] });
    const path = `/identity-sources/${id}/visit`;
    const ask = (body: object) => server.current.call('POST', path, { token, body });
    expect((await ask({ allowedLosses: 1 })).error).toBe('identity_source.everything_needed');
    expect((await ask({})).message).toBe('success');
    await server.current.services.work.settled();
  });

  it('never takes the first administrator', async () => {
    const token = await server.current.login();
    const body = { username: 'mei', password: 'mei-pw' };
    const linked = await server.current.call('POST', '/account/identities/corp/directory', { token, body });
    expect(linked.message).toBe('success');
    await server.current.db.updateTable('source_identity').set({ made: 1 }).execute();
    await remove('mei');
    await kit.visit(id, 100);
    expect(await statusOf('admin')).toBe('enabled');
    expect(await server.current.login()).toBeTruthy();
  });
});

describe('a directory that does not answer, or with too much', () => {
  it('takes nothing from anybody, is told of, and is asked again', async () => {
    await comeIn('mei');
    await kit.visit(id);
    await slapd.stop();
    const state = await kit.visit(id);
    expect(state.problem).toContain('目錄 corp');
    expect(await statusOf('mei')).toBe('enabled');
    expect(await server.current.services.sourceVisits.watch().check()).toMatchObject([
      { wording: 'source-away', params: { name: '目錄 corp' } },
    ]);
    const figures = await server.current.inject('GET', '/metrics', {
      headers: { authorization: 'Bearer metrics' },
    });
    expect(figures.body).toContain('jadegate_source_up{source="corp"} 0');
    expect(figures.body).toContain('jadegate_source_people{source="corp"} 1');
    const said = () => server.current.logLines.filter((line) => line.includes('could not be looked after'));
    const saidOnce = said().length;
    expect(saidOnce).toBeGreaterThan(0);
    await kit.visit(id);
    expect(said()).toHaveLength(saidOnce);
    await slapd.resume();
    expect((await kit.visit(id)).problem).toBe('');
  });

  it('is looked after when its time has come, once, and again sooner where it was away', async () => {
    const { sourceVisits, work } = server.current.services;
    await sourceVisits.round();
    await sourceVisits.round();
    await work.settledOf(sourceVisits.kind);
    const visits = () => slapd.connections;
    const before = visits();
    await sourceVisits.round();
    await work.settledOf(sourceVisits.kind);
    expect(visits()).toBe(before);
    server.current.passTime(16 * 60_000);
    await sourceVisits.round();
    await work.settledOf(sourceVisits.kind);
    await expect.poll(visits).toBeGreaterThan(before);
  });

  it('leaves out whom it cannot make, and says why', async () => {
    const { username } = await server.current.seedUser();
    await slapd.add(personLdif(username));
    await kit.source('corp', slapd, { importsAll: true });
    const { counts, skips } = await kit.visit(id);
    expect(counts).toMatchObject({ created: TEAM.length, skipped: 1 });
    expect(skips).toEqual([{ name: username, reason: expect.stringContaining(username) }]);
  });
});

function setStatus(userId: string, status: string) {
  return server.current.call('PATCH', `/users/${userId}/status`, { token: kit.admin, query: { status } });
}
