// What administrators see of a real OpenLDAP before they save, test and bring people from it; and what is refused.
import type { DirectoryPerson } from '@jadegate/contract/identity/directory';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DirectoryKit } from '../../testing/directory-kit.ts';
import { groupLdif, OwnSlapd, personLdif, SLAPD } from '../../testing/own-slapd.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DirectoryKit(server);
const dnOf = (uid: string) => `uid=${uid},${SLAPD.people}`;
const people = Array.from({ length: 25 }, (_, at) => `p${String(at).padStart(2, '0')}`);

let slapd: OwnSlapd;
let id = '';
let ops = '';
beforeAll(async () => {
  slapd = await OwnSlapd.start(
    [
      ...people.map((uid) => personLdif(uid)),
      personLdif('admin'),
      personLdif('gone', 'shadowExpire: 1'),
      groupLdif('ops', [dnOf('p00'), dnOf('p01')]),
    ].join('\n'),
  );
  await kit.start();
  ops = await kit.group('維運');
  id = await kit.source('corp', slapd, { creation: 'mapped' }, { rules: [{ value: 'ops', groups: [ops] }] });
});
afterAll(() => slapd.dispose());

interface Listed {
  people: DirectoryPerson[];
  isCut: boolean;
}
const preview = (config: object, more: object = {}, body: object = {}) =>
  kit.call<Listed>('POST', '/identity-sources/directory-preview', {
    source: kit.body('new', slapd, config, more),
    ...body,
  });

describe('a preview', () => {
  it('shows the first people as they would be, and saves and makes nothing', async () => {
    const { data } = await preview(
      { creation: 'mapped' },
      { rules: [{ value: 'ops', groups: [ops] }, { value: 'other' }] },
    );
    expect(data.people).toHaveLength(20);
    expect(data.isCut).toBe(true);
    const rowOf = (username: string) => data.people.find((row) => row.username === username);
    expect(rowOf('p00')).toMatchObject({
      outcome: 'created',
      account: 'p00',
      groups: ['ops'],
      state: 'active',
    });
    expect(rowOf('p02')).toMatchObject({ outcome: 'refused', groups: [] });
    expect(await kit.user('p00')).toBeUndefined();
    const keys = await server.current.db.selectFrom('identity_source').select('key').execute();
    expect(keys).toEqual([{ key: 'corp' }]);
  });

  it('shows a stored secret to nobody else', async () => {
    const other = await startTcpHost();
    const away = { servers: [`127.0.0.1:${other.port}`] };
    const blank = { key: 'corp', secret: '' };
    expect((await preview(away, blank, { id })).error).toBe('identity_source.secret_needed');
    expect(other.sockets.size).toBe(0);
    await other.close();
    expect((await preview({}, blank, { id })).data.people).toHaveLength(20);
    expect((await preview({}, { secret: '' })).error).toBe('source.untrusted');
  });

  it('is for those who hold every right, as saving is', async () => {
    const menus = ['identity-source-add', 'identity-source-edit'] as const;
    const { token } = await server.current.loginAs({ type: 'admin', menus });
    const calls: [string, object][] = [
      ['/identity-sources/directory-preview', { source: kit.body('new', slapd) }],
      [`/identity-sources/${id}/directory-import`, { subjects: ['x'] }],
    ];
    for (const [path, body] of calls) {
      const { error } = await server.current.call('POST', path, { token, body });
      expect([path, error]).toEqual([path, 'identity_source.everything_needed']);
    }
  });
});

describe('what cannot be saved', () => {
  it.each([
    ['identity_source.plain_ldap', { security: 'plain' }],
    ['identity_source.ca_unreadable', { ca: 'rubbish' }],
    ['identity_source.filter_unreadable', { peopleFilter: '(&(uid=*)' }],
    ['identity_source.filter_unreadable', { groupsFilter: 'ops' }],
    ['validation', { servers: ['ldaps://dc.example'] }],
    ['validation', { peopleBase: '<DC=corp,DC=example>' }],
  ])('%s', async (error, config) => {
    expect((await kit.call('POST', '/identity-sources', kit.body('bad', slapd, config))).error).toBe(error);
  });

  it('is another kind or another key of a source that is there', async () => {
    const config = { issuer: 'https://idp.example', clientId: 'c' };
    const oidc = { key: 'corp', kind: 'oidc', name: 'x', config };
    expect((await kit.call('PUT', `/identity-sources/${id}`, oidc)).error).toBe('identity_source.kind_fixed');
    expect((await kit.call('PUT', `/identity-sources/${id}`, kit.body('else', slapd))).error).toBe(
      'identity_source.key_fixed',
    );
  });
});

it('a test shows what the directory keeps, which rule gives what, and makes nothing', async () => {
  const test = (username: string) =>
    kit.call<SourceTest>('POST', `/identity-sources/${id}/directory-test`, { username });
  const { data } = await test('p00');
  expect(data).toMatchObject({
    outcome: 'created',
    account: 'p00',
    accountState: 'active',
    isMailVerified: null,
    hasFactor: null,
    groups: ['ops'],
    matched: [{ value: 'ops', groups: [{ id: ops, name: '維運' }] }],
  });
  expect(data.raw[0]?.part).toBe('entry');
  expect(data.raw[0]?.json).toContain('"createTimestamp"');
  expect(data.raw[0]?.json).not.toMatch(/password|p00-pw/i);
  expect(await kit.user('p00')).toBeUndefined();
  expect((await test('gone')).data).toMatchObject({ accountState: 'expired' });
  expect((await test('*')).error).toBe('source.not_in_directory');
});

it('people are found by how they begin, picked, and made with what the rules give', async () => {
  const search = (keyword: string) =>
    kit.call<Listed>('POST', `/identity-sources/${id}/directory-people`, { keyword });
  expect((await search('p0')).data.people.map(({ username }) => username)).toEqual(people.slice(0, 10));
  expect((await search('p0*')).data.people).toEqual([]);
  const found = [...(await search('p0')).data.people, ...(await search('admin')).data.people];
  const gone = (await search('gone')).data.people;
  const subjects = [...found, ...gone]
    .filter(({ username }) => ['p00', 'p05', 'admin', 'gone'].includes(username))
    .map(({ subject }) => subject);
  const { data } = await kit.call<{ created: number; refused: { name: string }[] }>(
    'POST',
    `/identity-sources/${id}/directory-import`,
    { subjects },
  );
  expect(data.created).toBe(2);
  expect(data.refused.map(({ name }) => name).toSorted()).toEqual(['admin', 'gone']);
  expect(await kit.groupsOf((await kit.user('p00'))?.id ?? '')).toEqual([ops]);
  const [identity] = await server.current.db.selectFrom('source_identity').selectAll().execute();
  expect(identity).toMatchObject({ issuer: 'ldap:corp', made: 1, last_login_at: 0 });
  expect((await search('p00')).data.people[0]).toMatchObject({ outcome: 'known', account: 'p00' });
});

it('a source that is called otherwise is so with its people', async () => {
  await kit.source('corp', slapd, { creation: 'mapped' }, { name: '總部目錄' });
  expect((await kit.user('p05'))?.source).toBe('總部目錄');
});
