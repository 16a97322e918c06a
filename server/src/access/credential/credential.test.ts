import type { Credential, CredentialRow, RevealedCredential } from '@jadegate/contract/access/credential';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { KEY_PASSPHRASE, testKeys } from '../../testing/keys.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const create = (body: object) => server.current.call<Credential>('POST', '/credentials', { token, body });
const update = (id: string, body: object) =>
  server.current.call('PUT', `/credentials/${id}`, { token, body });
const get = (id: string) => server.current.call<Credential>('GET', `/credentials/${id}`, { token });
const remove = (ids: string) => server.current.call('DELETE', `/credentials/${ids}`, { token });
const list = (query: Record<string, string> = {}) =>
  server.current.call<Page<CredentialRow>>('GET', '/credentials/paging', { token, query });
const reveal = (id: string, body: object = { password: ADMIN_PASSWORD }) =>
  server.current.call<RevealedCredential>('POST', `/credentials/${id}/reveal`, { token, body });

let count = 0;
const aName = () => `credential ${++count}`;

async function created(body: object = {}): Promise<Credential> {
  const { data, message } = await create({
    name: aName(),
    type: 'custom',
    username: 'root',
    password: 'p@ss',
    ...body,
  });
  expect(message).toBe('success');
  return data;
}

async function assetUsing(credentialId: string, name: string): Promise<void> {
  const row = {
    id: newId(),
    name,
    protocol: 'ssh',
    ip: '127.0.0.1',
    port: 22,
    account_type: 'credential',
    username: '',
    credential_id: credentialId,
    description: '',
    owner_id: '',
    created_at: 0,
  } as const;
  await server.current.db.insertInto('asset').values(row).execute();
}

async function lastAudit() {
  const row = await server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, detail: JSON.parse(row.detail) as unknown };
}

describe('creating', () => {
  it('answers the credential without its secret, owned by its maker, and writes it down', async () => {
    const credential = await created({ password: 'hunter2' });
    expect(credential).toMatchObject({
      type: 'custom',
      username: 'root',
      password: '',
      privateKey: '',
      stored: ['password'],
      owner: SUPER_ADMIN_ID,
      encrypted: true,
    });
    expect(credential.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await lastAudit()).toMatchObject({
      action: 'credential.created',
      object_id: credential.id,
      actor_id: SUPER_ADMIN_ID,
      result: 'success',
    });
  });

  it.each(['ed25519', 'rsaPem', 'ecPkcs8'] as const)(
    'reads a private key (%s) and shows its fingerprint',
    async (kind) => {
      const credential = await created({
        type: 'private-key',
        privateKey: testKeys()[kind].replaceAll('\n', '\r\n'),
      });
      expect(credential.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
      expect(credential.keyType).toBe(
        { ed25519: 'ssh-ed25519', rsaPem: 'ssh-rsa', ecPkcs8: 'ecdsa-sha2-nistp256' }[kind],
      );
      expect(credential.stored).toEqual(['privateKey']);
      expect(credential.publicKey).toMatch(new RegExp(`^${credential.keyType} [A-Za-z0-9+/=]+$`));
    },
  );

  it.each(['ed25519Locked', 'rsaPemLocked'] as const)(
    'checks the passphrase of a locked key (%s)',
    async (kind) => {
      const body = { type: 'private-key', name: aName(), privateKey: testKeys()[kind] };
      expect(await create(body)).toMatchObject({
        code: -1,
        error: 'credential.passphrase_required',
        fields: [{ path: 'passphrase' }],
      });
      expect(await create({ ...body, passphrase: 'wrong' })).toMatchObject({
        error: 'credential.passphrase_wrong',
        fields: [{ path: 'passphrase' }],
      });
      expect(await create({ ...body, passphrase: KEY_PASSPHRASE })).toMatchObject({
        code: 1,
        data: { stored: ['privateKey', 'passphrase'] },
      });
    },
  );

  it.each([
    ['nothing', '', 'credential.key_missing'],
    ['rubbish', 'not a key', 'credential.key_unreadable'],
    ['a public key', 'PUBLIC', 'credential.key_unreadable'],
    ['half a key', 'HALF', 'credential.key_unreadable'],
  ])('refuses %s as a private key', async (_what, text, error) => {
    const keys = testKeys();
    const privateKey =
      text === 'PUBLIC' ? keys.publicOnly : text === 'HALF' ? keys.ed25519.slice(0, 120) : text;
    expect(await create({ name: aName(), type: 'private-key', privateKey })).toMatchObject({
      code: -1,
      error,
      fields: [{ path: 'privateKey' }],
    });
  });

  it('refuses a name that is taken, at the name field', async () => {
    const { name } = await created();
    expect(await create({ name, type: 'custom' })).toMatchObject({
      code: -1,
      error: 'credential.name_taken',
      fields: [{ path: 'name' }],
    });
  });

  it('drops secrets that do not belong to the type', async () => {
    const { id } = await created({ privateKey: testKeys().ed25519, passphrase: 'x' });
    expect((await get(id)).data.stored).toEqual(['password']);
  });
});

describe('changing', () => {
  it('leaves an empty secret as it is', async () => {
    const { id, name } = await created({ password: 'keep me' });
    const echoed = (await get(id)).data;
    expect(await update(id, { ...echoed, username: 'deploy' })).toMatchObject({ code: 1, data: null });
    expect((await get(id)).data).toMatchObject({ name, username: 'deploy', stored: ['password'] });
    expect((await reveal(id)).data.password).toBe('keep me');
  });

  it('replaces a secret that is given, and the audit entry names the fields but not the secret', async () => {
    const { id, name } = await created({ password: 'old-secret-1' });
    await update(id, { name, type: 'custom', username: 'other', password: 'new-secret-2' });
    expect((await reveal(id)).data.password).toBe('new-secret-2');
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object_id', '=', id)
      .execute();
    const change = entries.find((entry) => entry.action === 'credential.updated');
    expect(JSON.parse(change?.detail ?? '')).toEqual({
      username: { before: 'root', after: 'other' },
      replaced: ['password'],
    });
    expect(JSON.stringify(entries)).not.toMatch(/secret-[12]/);
  });

  it('forgets the password when it becomes a key, and the key when it becomes a password', async () => {
    const { id, name } = await created();
    expect(await update(id, { name, type: 'private-key' })).toMatchObject({
      error: 'credential.key_missing',
    });
    await update(id, { name, type: 'private-key', privateKey: testKeys().ed25519 });
    expect((await get(id)).data).toMatchObject({ stored: ['privateKey'], keyType: 'ssh-ed25519' });
    await update(id, { name, type: 'custom', password: 'x' });
    expect((await get(id)).data).toMatchObject({ stored: ['password'], keyType: '', fingerprint: '' });
  });

  it('forgets the old passphrase with the old key', async () => {
    const { id, name } = await created({
      type: 'private-key',
      privateKey: testKeys().ed25519Locked,
      passphrase: KEY_PASSPHRASE,
    });
    await update(id, { name, type: 'private-key', privateKey: testKeys().rsaPem });
    expect((await get(id)).data).toMatchObject({ stored: ['privateKey'], keyType: 'ssh-rsa' });
  });

  it('refuses a new passphrase that does not open the stored key', async () => {
    const { id, name } = await created({
      type: 'private-key',
      privateKey: testKeys().ed25519Locked,
      passphrase: KEY_PASSPHRASE,
    });
    expect(await update(id, { name, type: 'private-key', passphrase: 'wrong' })).toMatchObject({
      error: 'credential.passphrase_wrong',
    });
    expect((await reveal(id)).data.passphrase).toBe(KEY_PASSPHRASE);
  });

  it('says that a credential is gone', async () => {
    expect(await update('nothing', { name: aName(), type: 'custom' })).toMatchObject({
      code: 404,
      error: 'credential.not_found',
    });
    expect(await get('nothing')).toMatchObject({ code: 404 });
  });

  it('gives it to another person who exists', async () => {
    const { id } = await created();
    const person = await server.current.seedUser();
    const give = (owner: string) =>
      server.current.call('POST', `/credentials/${id}/change-owner`, { token, query: { owner } });
    expect(await give('nobody')).toMatchObject({ code: 404, error: 'user.not_found' });
    expect(await give(person.id)).toMatchObject({ code: 1 });
    expect((await get(id)).data).toMatchObject({
      owner: person.id,
      ownerName: expect.stringContaining('Nick') as string,
    });
  });
});

describe('deleting', () => {
  it('removes several at once, with their secrets; ids that are gone do not matter', async () => {
    const [first, second] = [await created(), await created()];
    expect(await remove(`${first.id},${second.id},gone`)).toMatchObject({ code: 1 });
    expect((await get(first.id)).code).toBe(404);
    const left = await server.current.db
      .selectFrom('vault_secret')
      .selectAll()
      .where('owner', 'in', [`credential:${first.id}`, `credential:${second.id}`])
      .execute();
    expect(left).toEqual([]);
  });

  it('is refused while an asset uses one of them, and then removes none', async () => {
    const [free, used] = [await created(), await created({ name: '正式環境' })];
    await assetUsing(used.id, '資料庫主機');
    expect((await get(used.id)).data.assetCount).toBe(1);
    const refusal = await remove(`${free.id},${used.id}`);
    expect(refusal).toMatchObject({
      code: -1,
      error: 'credential.in_use',
      params: { count: 1, assets: '資料庫主機' },
    });
    expect(refusal.message).toBe('憑證「正式環境」仍有 1 個資產使用（資料庫主機），請先改用其他憑證再刪除');
    expect((await get(free.id)).code).toBe(1);
    expect((await get(used.id)).data.stored).toEqual(['password']);
  });
});

describe('listing', () => {
  it('pages, sorts and filters in the database', async () => {
    const prefix = newId();
    for (const name of ['b', 'a', 'c']) {
      await created({ name: `${prefix} ${name}` });
    }
    const names = async (query: Record<string, string>) =>
      (await list({ name: prefix, ...query })).data.items.map((row) => row.name.slice(-1));
    expect(await names({ field: 'name', order: 'ascend' })).toEqual(['a', 'b', 'c']);
    expect(await names({ field: 'name', order: 'descend', pageSize: '2' })).toEqual(['c', 'b']);
    expect(await names({ field: 'name', order: 'ascend', pageSize: '2', pageIndex: '2' })).toEqual(['c']);
    expect((await list({ name: prefix, pageSize: '1' })).data.total).toBe(3);
    expect(await names({ type: 'private-key' })).toEqual([]);
  });

  it.each(['%', '_', '100%', 'a_b', '"', "'", '\\', '"*', 'OR', '雲端', '雲端資'])(
    'takes %j literally',
    async (text) => {
      const needle = await created({ name: `${aName()} x${text}y` });
      const { data } = await list({ name: `x${text}y`, pageSize: '1000' });
      expect(data.items.map((row) => row.id)).toContain(needle.id);
      expect(data.items.every((row) => row.name.includes(`x${text}y`))).toBe(true);
      const alone = await list({ name: text, pageSize: '1000' });
      expect(alone.data.items.map((row) => row.id)).toContain(needle.id);
      expect(alone.data.items.every((row) => row.name.toLowerCase().includes(text.toLowerCase()))).toBe(true);
    },
  );

  it('finds a new name and no longer the old one after a change', async () => {
    const { id } = await created({ name: 'unmistakable before' });
    await update(id, { name: 'unmistakable after', type: 'custom' });
    expect((await list({ name: 'unmistakable before' })).data.total).toBe(0);
    expect((await list({ name: 'mistakable AFTER' })).data.total).toBe(1);
  });

  it('offers ids, names and accounts to pickers', async () => {
    const { id, name } = await created({ username: 'deploy' });
    const { data } = await server.current.call<object[]>('GET', '/credentials', { token });
    expect(data).toContainEqual({ id, name, username: 'deploy' });
  });
});

describe('revealing', () => {
  it('needs the password again, and writes down both outcomes', async () => {
    const { id } = await created({ password: 'visible once' });
    expect(await reveal(id, { password: 'wrong' })).toMatchObject({
      code: -1,
      error: 'auth.reauthentication_failed',
      fields: [{ path: 'password' }],
    });
    expect(await lastAudit()).toMatchObject({
      action: 'credential.reveal-refused',
      result: 'failure',
      object_id: id,
    });
    expect(await reveal(id, {})).toMatchObject({ code: -1 });
    expect((await reveal(id)).data).toEqual({ password: 'visible once', privateKey: '', passphrase: '' });
    expect(await lastAudit()).toMatchObject({
      action: 'credential.revealed',
      result: 'success',
      object_id: id,
    });
  });

  it('is a right of its own', async () => {
    const { id } = await created();
    const editor = await server.current.loginAs({
      type: 'admin',
      menus: ['credential', 'credential-add', 'credential-edit', 'credential-del'],
    });
    const body = { password: USER_PASSWORD };
    expect(
      await server.current.call('POST', `/credentials/${id}/reveal`, { token: editor.token, body }),
    ).toMatchObject({ code: 403 });
    const holder = await server.current.loginAs({ type: 'admin', menus: ['credential-reveal'] });
    expect(
      await server.current.call('POST', `/credentials/${id}/reveal`, { token: holder.token, body }),
    ).toMatchObject({ code: 1 });
  });
});

describe('the public key', () => {
  it('is one authorized_keys line, and passwords have none', async () => {
    const key = await created({ type: 'private-key', privateKey: testKeys().ed25519, name: '跳板 機' });
    const file = await server.current.inject('GET', `/credentials/${key.id}/public-key`, { token });
    expect(file.body).toMatch(/^ssh-ed25519 \S+ 跳板-機\n$/);
    expect(file.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('跳板 機.pub')}`,
    );
    const { id } = await created();
    expect(await server.current.call('GET', `/credentials/${id}/public-key`, { token })).toMatchObject({
      code: -1,
      error: 'credential.no_public_key',
    });
  });
});
