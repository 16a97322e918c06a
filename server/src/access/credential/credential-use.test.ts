import type { Asset } from '@jadegate/contract/access/asset';
import type { AssetImportPreview } from '@jadegate/contract/access/asset-import';
import type { Credential } from '@jadegate/contract/access/credential';
import { SYSTEM_ADMINISTRATOR } from '@jadegate/contract/identity/role';
import { beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { SSH } from '../../testing/assets.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const server = useTestServer();
let admin = '';
/** May add and edit assets and credentials of their own, and use no other's. */
let adder = { id: '', token: '' };
/** May use those of others, too. */
let user = { id: '', token: '' };
let foreign = '';
let own = '';

const MENUS = [
  'asset',
  'asset-add',
  'asset-edit',
  'asset-detail',
  'asset-import',
  'credential',
  'credential-add',
  'credential-edit',
  'credential-change-owner',
] as const;

beforeAll(async () => {
  admin = await server.current.login();
  adder = await server.current.loginAs({ type: 'admin', menus: [...MENUS] });
  user = await server.current.loginAs({ type: 'admin', menus: [...MENUS, 'credential-use'] });
  foreign = await credential(admin);
  own = await credential(adder.token);
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT', url: string, token: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });

async function credential(token: string, given: object = {}): Promise<string> {
  const body = { name: `credential ${newId()}`, type: 'custom', username: 'root', password: 'x', ...given };
  return (await call<Credential>('POST', '/credentials', token, body)).data.id;
}

const naming = (credentialId: string, given: object = {}) => ({
  ...SSH,
  name: `asset ${newId()}`,
  accountType: 'credential',
  credentialId,
  ...given,
});
const create = (token: string, credentialId: string, given: object = {}) =>
  call<Asset>('POST', '/assets', token, naming(credentialId, given));

const FORBIDDEN = { code: 403, error: 'credential.use_forbidden' };
const AT_FIELD = { ...FORBIDDEN, fields: [{ path: 'credentialId' }] };

describe('naming a credential', () => {
  it('needs ownership or the right to use those of others', async () => {
    expect(await create(adder.token, foreign)).toMatchObject(AT_FIELD);
    expect(await create(adder.token, own)).toMatchObject({ code: 1 });
    expect(await create(user.token, foreign)).toMatchObject({ code: 1 });
    expect(await create(adder.token, 'nothing')).toMatchObject({ code: 404, error: 'credential.not_found' });
  });

  it('is offered only where it is allowed', async () => {
    const offered = async (token: string) =>
      (await call<{ id: string }[]>('GET', '/credentials', token)).data.map(({ id }) => id);
    expect(await offered(adder.token)).toEqual([own]);
    expect((await offered(user.token)).toSorted()).toEqual([foreign, own].toSorted());
  });

  it('is a right of the built-in administrator, also of one that was here before', async () => {
    await server.current.db
      .deleteFrom('role_menu')
      .where('role_id', '=', SYSTEM_ADMINISTRATOR)
      .where('menu_id', '=', 'credential-use')
      .execute();
    const { database, roles } = server.current.services;
    await database.transact((tx) => roles.ensureBuiltIn(tx));
    const held = await server.current.db
      .selectFrom('role_menu')
      .select('role_id')
      .where('menu_id', '=', 'credential-use')
      .execute();
    expect(held.map(({ role_id }) => role_id)).toContain(SYSTEM_ADMINISTRATOR);
  });

  it('of an asset that has it stays as it was while the asset leads where it did', async () => {
    const body = naming(foreign);
    const { id } = (await call<Asset>('POST', '/assets', admin, body)).data;
    const change = (token: string, given: object) =>
      call('PUT', `/assets/${id}`, token, { ...body, ...given });
    expect(await change(adder.token, { name: 'renamed', tags: 'a', description: 'x' })).toMatchObject({
      code: 1,
    });
    expect(await change(adder.token, { ip: '10.0.0.99' })).toMatchObject(AT_FIELD);
    expect(await change(adder.token, { port: 2222 })).toMatchObject(AT_FIELD);
    expect(await change(adder.token, { protocol: 'telnet' })).toMatchObject(AT_FIELD);
    expect(await change(user.token, { ip: '10.0.0.99' })).toMatchObject({ code: 1 });
  });

  it('for many at once asks the same', async () => {
    const body = { ...SSH, name: `asset ${newId()}`, password: '' };
    const { id } = (await call<Asset>('POST', '/assets', adder.token, body)).data;
    const bulk = (token: string, change: object) =>
      call('POST', '/assets/bulk', token, { ids: [id], change });
    expect(await bulk(adder.token, { credentialId: foreign })).toMatchObject(FORBIDDEN);
    expect(await bulk(user.token, { credentialId: foreign })).toMatchObject({ code: 1 });
    expect(await bulk(adder.token, { addTags: ['a'] })).toMatchObject({ code: 1 });
  });

  it('in a file asks the same, row by row and for all rows', async () => {
    const name = (await call<Credential>('GET', `/credentials/${foreign}`, admin)).data.name;
    const file = `name,host,credential\nimported,10.3.3.3,${name}\n`;
    const preview = (token: string, fields: Record<string, string> = {}) =>
      upload<AssetImportPreview>(server.current, '/assets/import/preview', { token, file, fields });
    const [row] = (await preview(adder.token)).data.rows;
    expect(row).toMatchObject({ state: 'invalid', errors: [{ field: 'credential' }] });
    expect((await preview(user.token)).data.rows[0]?.state).toBe('new');
    expect(await preview(adder.token, { credentialId: foreign })).toMatchObject(AT_FIELD);
    const confirm = { token: adder.token, file, fields: {} };
    const result = await upload(server.current, '/assets/import/confirm', confirm);
    expect(result).toMatchObject({ data: { created: 0, invalid: 1 } });
  });

  it('is not won by making oneself its owner', async () => {
    const take = (token: string, id: string) =>
      call('POST', `/credentials/${foreign}/change-owner?owner=${id}`, token);
    expect(await take(adder.token, adder.id)).toMatchObject(FORBIDDEN);
    expect(await take(adder.token, user.id)).toMatchObject({ code: 1 });
    expect(await take(user.token, user.id)).toMatchObject({ code: 1 });
  });
});

describe('a credential that is limited to addresses', () => {
  const limited = (addresses: string) => credential(admin, { addresses });

  it('says so, and takes only what makes sense', async () => {
    const id = await limited(' 10.0.0.0/8\n*.example.com ');
    const { data } = await call<Credential>('GET', `/credentials/${id}`, admin);
    expect(data.addresses).toBe('10.0.0.0/8,*.example.com');
    const bad = { name: 'bad', type: 'custom', username: '', password: 'x' };
    for (const addresses of ['10.0.0.256', '*', '10.0.0.9-10.0.0.1']) {
      expect(await call('POST', '/credentials', admin, { ...bad, addresses })).toMatchObject({
        code: 400,
        fields: [{ path: 'addresses', rule: 'hostSet' }],
      });
    }
  });

  it('is named only by assets at these addresses', async () => {
    const id = await limited('10.0.0.0/8,*.example.com');
    const refused = { error: 'credential.address_refused', fields: [{ path: 'credentialId' }] };
    expect(await create(admin, id, { ip: '10.7.7.7' })).toMatchObject({ code: 1 });
    expect(await create(admin, id, { ip: 'db.example.com' })).toMatchObject({ code: 1 });
    expect(await create(admin, id, { ip: '127.0.0.1' })).toMatchObject(refused);
    expect(await create(admin, id, { ip: 'elsewhere.test' })).toMatchObject(refused);
    const made = (await create(admin, id)).data;
    expect(await call('PUT', `/assets/${made.id}`, admin, naming(id, { ip: '127.0.0.1' }))).toMatchObject(
      refused,
    );
  });

  it('goes nowhere else, whatever was named before it was limited', async () => {
    const id = await credential(admin);
    const { data } = await create(admin, id, { ip: '127.0.0.1', port: 9 });
    const body = {
      name: `credential ${newId()}`,
      type: 'custom',
      username: 'root',
      password: '',
      addresses: '10.0.0.0/8',
    };
    expect(await call('PUT', `/credentials/${id}`, admin, body)).toMatchObject({ code: 1 });
    expect(await call('POST', `/sessions?assetId=${data.id}`, admin)).toMatchObject({
      error: 'credential.address_refused',
    });
    const target = await server.current.services.assetTargets.resolve(data.id);
    await expect(target?.account()).rejects.toMatchObject({ code: 'credential.address_refused' });
  });

  it('asks for its secret again before it is good for more', async () => {
    const id = await limited('10.0.0.0/8,db.example.com');
    const change = (addresses: string, password = '') =>
      call('PUT', `/credentials/${id}`, admin, {
        name: `credential ${newId()}`,
        type: 'custom',
        username: 'root',
        password,
        addresses,
      });
    const refused = { error: 'credential.secret_needed', fields: [{ path: 'password' }] };
    expect(await change('10.0.0.0/8')).toMatchObject({ code: 1 });
    expect(await change('10.0.0.0/8,127.0.0.1')).toMatchObject(refused);
    expect(await change('')).toMatchObject(refused);
    expect(await change('127.0.0.1', 'typed again')).toMatchObject({ code: 1 });
  });
});
