// A real domain controller: what the preset for Active Directory finds there, and what becomes of its people.
import type { DirectoryPerson } from '@jadegate/contract/identity/directory';
import { PRESET_VALUES } from '@jadegate/contract/identity/source-preset';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { DirectoryKit } from '../../testing/directory-kit.ts';
import { groupLdif, OwnSamba, passwordValue, SAMBA, userLdif } from '../../testing/own-samba.ts';
import { useTestServer } from '../../testing/test-server.ts';

const START_MS = 600_000;
/** More than the thousand that a domain controller answers at once. */
const MANY = 1100;

const server = useTestServer();
const kit = new DirectoryKit(server);
const dnOf = (name: string) => `CN=${name},${SAMBA.people}`;
const PRESET = PRESET_VALUES['active-directory'].config;

let samba: OwnSamba;
let ops = '';
let id = '';

beforeAll(async () => {
  samba = await OwnSamba.start();
  await samba.change(
    [
      ...['mei', 'kai', 'wen', 'lin'].map((name) => userLdif(name)),
      userLdif('off', 'off-pw', 'userAccountControl: 514'),
      userLdif('past', 'past-pw', 'userAccountControl: 512\naccountExpires: 130000000000000000'),
      `dn: OU=Left,${SAMBA.suffix}\nchangetype: add\nobjectClass: organizationalUnit\n\n`,
      groupLdif('ops', [dnOf('mei'), dnOf('kai')]),
      groupLdif('staff', [dnOf('ops')]),
    ].join(''),
  );
  await kit.start();
  ops = await kit.group('維運');
  id = await source();
}, START_MS);
afterAll(() => samba.dispose());

/** The preset, with what has to be replaced in it. */
function source(config: object = {}): Promise<string> {
  const filled = {
    servers: [`127.0.0.1:${samba.ports.tls}`],
    bindDn: SAMBA.bindDn,
    peopleBase: SAMBA.suffix,
    groupsBase: SAMBA.suffix,
    keyAttribute: '',
  };
  const rules = [{ value: 'STAFF', groups: [ops] }];
  return kit.source(
    'corp',
    samba,
    { ...PRESET, ...filled, ...config },
    { rules, secret: SAMBA.bindPassword },
  );
}

const statusOf = async (name: string) => (await kit.user(name))?.status;
const replace = (name: string, attribute: string, value: string) =>
  samba.change(`dn: ${dnOf(name)}\nchangetype: modify\nreplace: ${attribute}\n${attribute}: ${value}\n`);

it('lists its people as they stand, and shows what it keeps of one of them', async () => {
  const { data } = await kit.call<{ people: DirectoryPerson[] }>(
    'POST',
    `/identity-sources/${id}/directory-people`,
    { keyword: '' },
  );
  const states = Object.fromEntries(data.people.map(({ username, state }) => [username, state]));
  expect(states).toMatchObject({ mei: 'active', off: 'disabled', past: 'expired', Guest: 'disabled' });
  const test = await kit.call<SourceTest>('POST', `/identity-sources/${id}/directory-test`, {
    username: 'MEI',
  });
  expect(test.data).toMatchObject({
    account: 'mei',
    nickname: 'mei mei',
    accountState: 'active',
    groups: expect.arrayContaining(['ops', 'staff']),
    userGroups: [{ id: ops, name: '維運' }],
  });
  expect(test.data.raw[0]?.json).toContain('objectGUID');
  expect(test.data.raw[0]?.json).not.toMatch(/unicodePwd|mei-pw/);
});

it('lets them in by the groups that their groups are in, and nobody who is disabled or past their time', async () => {
  const { data, message } = await kit.signIn('mei', 'mei-pw');
  expect(message).toBe('success');
  expect(data.info).toMatchObject({ username: 'mei', nickname: 'mei mei', passwordAt: '目錄 corp' });
  expect(await kit.groupsOf(data.info.id)).toEqual([ops]);
  for (const name of ['off', 'past']) {
    expect([name, (await kit.signIn(name, `${name}-pw`)).message]).not.toEqual([name, 'success']);
    expect(await kit.user(name)).toBeUndefined();
  }
  expect((await kit.signIn('mei', 'no')).error).toBe('login.failed');
});

it('by StartTLS as well, and without TLS not at all: it refuses to', async () => {
  await source({ servers: [`127.0.0.1:${samba.ports.plain}`], security: 'starttls' });
  expect((await kit.signIn('kai', 'kai-pw')).message).toBe('success');
  await source({ servers: [`127.0.0.1:${samba.ports.plain}`], security: 'plain', allowsPlain: true });
  expect((await kit.visit(id)).problem).toContain('目錄 corp');
  expect((await kit.signIn('kai', 'kai-pw')).error).toBe('login.failed_source_away');
  await source();
  server.current.passTime(60_000);
  expect((await kit.visit(id)).problem).toBe('');
});

it('a person who is renamed and moved stays the same', async () => {
  const before = await kit.user('mei');
  await samba.change(
    `dn: ${dnOf('mei')}\nchangetype: modrdn\nnewrdn: CN=Mei Ling\ndeleteoldrdn: 1\nnewsuperior: OU=Left,${SAMBA.suffix}\n\n` +
      `dn: CN=Mei Ling,OU=Left,${SAMBA.suffix}\nchangetype: modify\nreplace: sAMAccountName\nsAMAccountName: meiling\n`,
  );
  expect((await kit.visit(id)).counts).toMatchObject({ changed: 1, disabled: 0 });
  expect(await kit.user('meiling')).toMatchObject({ id: before?.id });
  const { data } = await kit.signIn('meiling', 'mei-pw');
  expect(data.info.id).toBe(before?.id);
  expect(await kit.groupsOf(data.info.id)).toEqual([ops]);
});

it('what is taken away in a group of groups is gone here', async () => {
  await samba.change(`dn: ${dnOf('staff')}\nchangetype: modify\ndelete: member\nmember: ${dnOf('ops')}\n`);
  expect((await kit.visit(id)).hold).toMatchObject({ count: 2, of: 2 });
  expect((await kit.visit(id, 2)).counts).toMatchObject({ changed: 2 });
  expect(await kit.groupsOf((await kit.user('meiling'))?.id ?? '')).toEqual([]);
  await samba.change(`dn: ${dnOf('staff')}\nchangetype: modify\nadd: member\nmember: ${dnOf('ops')}\n`);
  expect((await kit.visit(id)).counts).toMatchObject({ changed: 2 });
});

it('who is disabled or locks themselves out there is out here until they are let in again', async () => {
  expect((await kit.signIn('wen', 'wen-pw')).message).toBe('success');
  await replace('wen', 'userAccountControl', '514');
  expect((await kit.visit(id)).counts).toMatchObject({ disabled: 1 });
  expect(await statusOf('wen')).toBe('disabled');
  await replace('wen', 'userAccountControl', '512');
  expect((await kit.visit(id)).counts).toMatchObject({ enabled: 1 });

  expect((await kit.signIn('lin', 'lin-pw')).message).toBe('success');
  for (let guess = 0; guess < 3; guess += 1) {
    await kit.signIn('lin', 'no');
  }
  await server.current.db.deleteFrom('login_lock').execute();
  expect((await kit.signIn('lin', 'lin-pw')).error).toBe('login.failed');
  expect((await kit.visit(id)).counts).toMatchObject({ disabled: 1 });
  await replace('lin', 'lockoutTime', '0');
  expect((await kit.visit(id)).counts).toMatchObject({ enabled: 1 });
  expect((await kit.signIn('lin', 'lin-pw')).message).toBe('success');
});

it('a password that is changed there is the one here', async () => {
  await samba.change(
    `dn: ${dnOf('kai')}\nchangetype: modify\nreplace: unicodePwd\nunicodePwd:: ${passwordValue('another-pw')}\n`,
  );
  expect((await kit.signIn('kai', 'another-pw')).message).toBe('success');
});

it(
  'answers with more people than it shows at once, page by page',
  async () => {
    const many = Array.from({ length: MANY }, (_, index) => userLdif(`p${index}`));
    // A domain controller takes a tenth of a second for each of them, and a busy machine ten times that.
    for (let from = 0; from < MANY; from += 100) {
      await samba.change(many.slice(from, from + 100).join(''));
    }
    await source({ importsAll: true, creation: 'on' });
    const { counts } = await kit.visit(id);
    expect(counts?.created).toBeGreaterThanOrEqual(MANY);
    expect((await kit.visit(id)).counts).toMatchObject({ created: 0, changed: 0, disabled: 0 });
  },
  START_MS,
);
