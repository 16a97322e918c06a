// Who may use a password, and that nobody can shut everybody out.
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token: string;
beforeAll(async () => {
  token = await server.current.login();
});

const save = async (body: object) => (await server.current.call('PUT', '/properties', { token, body })).error;
const login = async (username: string, password: string, totp?: string) =>
  (await server.current.call('POST', '/login', { body: { username, password, ...(totp && { totp }) } }))
    .error;

const restrict = (mode: 'allowed' | 'off') =>
  server.current.services.settings.updateForOperator(
    { address: 'local', userAgent: '', language: 'zh-TW', requestId: '' },
    { 'password-login': mode },
  );

function sourceRow(id: string, key: string) {
  const row = { kind: 'oidc', name: '來源', icon: 'key', position: 1, enabled: 1 } as const;
  const config = JSON.stringify({ issuer: 'https://idp.example', clientId: 'x' });
  return { ...row, id, key, config, created_at: 1, updated_at: 1 };
}

async function arrive(userId: string): Promise<void> {
  const { db } = server.current;
  await db.insertInto('identity_source').values(sourceRow('source-1', 'acme')).execute();
  const identity = {
    issuer: 'https://idp.example',
    subject: 's',
    label: '',
    created_at: 1,
    last_login_at: 1,
  };
  await db
    .insertInto('source_identity')
    .values({ ...identity, id: 'identity-1', source_id: 'source-1', user_id: userId })
    .execute();
}

it('is restricted only when others can come in, and an emergency account stays', async () => {
  const { db } = server.current;
  const restricted = { 'password-login': 'emergency', 'emergency-accounts': 'admin' };
  expect(await save(restricted)).toBe('setting.password_login_untried');
  const person = await server.current.seedUser({ type: 'admin', menus: ['user'] });
  await arrive(person.id);
  // Somebody came by a source, but without every right.
  expect(await save(restricted)).toBe('setting.password_login_untried');
  await db.updateTable('source_identity').set({ user_id: SUPER_ADMIN_ID }).execute();
  expect(await save(restricted)).toBe('setting.emergency_account_needed');
  await db.updateTable('user').set({ totp_enabled: 1 }).where('id', '=', SUPER_ADMIN_ID).execute();
  expect(await save({ ...restricted, 'emergency-accounts': person.username })).toBe(
    'setting.emergency_account_needed',
  );
  expect(await save(restricted)).toBeUndefined();

  expect(await login(person.username, USER_PASSWORD)).toBe('login.password_off');
  // Only who knows the password learns that it is not enough.
  expect(await login(person.username, 'wrong')).toBe('login.failed');
  expect(await login('admin', ADMIN_PASSWORD)).toBe('login.totp_required');

  const source = await server.current.call('DELETE', '/identity-sources/source-1', { token });
  expect(source.error).toBe('identity_source.last_way');
  expect(await save({ 'password-login': 'off' })).toBeUndefined();
  expect(await login('admin', ADMIN_PASSWORD)).toBe('login.password_off');
});

it('is not restricted by somebody whom that would shut out', async () => {
  const { db } = server.current;
  await restrict('allowed');
  const other = await server.current.seedUser({ type: 'admin' });
  await db.insertInto('user_role').values({ user_id: other.id, role_id: 'system-administrator' }).execute();
  await db.updateTable('source_identity').set({ user_id: other.id }).execute();
  expect(await save({ 'password-login': 'off', 'emergency-accounts': 'admin' })).toBe(
    'setting.shuts_out_oneself',
  );
});

describe('while passwords are restricted, a source', () => {
  let boss: { id: string; token: string };

  /** Everybody with every right comes by source-1; source-2 is on, and nobody has come by it yet. */
  beforeAll(async () => {
    const { db } = server.current;
    await db.insertInto('identity_source').values(sourceRow('source-2', 'fresh')).execute();
    const made = await server.current.loginAs({ type: 'admin' });
    await db.insertInto('user_role').values({ user_id: made.id, role_id: 'system-administrator' }).execute();
    boss = made;
    const isThere = (await db.selectFrom('source_identity').select('id').execute()).length > 0;
    await (isThere ? db.updateTable('source_identity').set({ user_id: made.id }).execute() : arrive(made.id));
    await db
      .insertInto('source_grant')
      .values({ id: 'grant-1', source_id: 'source-1', user_id: made.id, role_id: 'system-administrator' })
      .execute();
    await db.updateTable('identity_source').set({ enabled: 1 }).execute();
    await restrict('off');
    await change({});
  });
  afterAll(() => restrict('allowed'));

  const remove = async (ids: string, by = boss.token) =>
    (await server.current.call('DELETE', `/identity-sources/${ids}`, { token: by })).error;

  async function change(more: object, config: object = {}) {
    const body = {
      key: 'acme',
      kind: 'oidc',
      name: '來源',
      config: { issuer: 'https://idp.example', clientId: 'x', ...config },
      rules: [{ value: 'bosses', roles: ['system-administrator'] }],
      secret: 'x',
      ...more,
    };
    const { error } = await server.current.call('PUT', '/identity-sources/source-1', {
      token: boss.token,
      body,
    });
    return error;
  }

  it('by which those come who hold every right stays, though another is on', async () => {
    expect(await remove('source-1')).toBe('identity_source.last_way');
    expect(await change({ enabled: false })).toBe('identity_source.last_way');
    // Its people are known by the issuer: those of another are nobody here.
    expect(await change({}, { issuer: 'https://other.example' })).toBe('identity_source.last_way');
    expect(await change({}, { issuer: 'https://idp.example/' })).toBeUndefined();
  });

  it('is not taken away by whoever could not come in without it', async () => {
    const { db } = server.current;
    const other = await server.current.seedUser({ type: 'admin' });
    await db.insertInto('user_role').values({ user_id: other.id, role_id: 'system-administrator' }).execute();
    await db
      .insertInto('source_identity')
      .values({
        id: 'identity-2',
        source_id: 'source-2',
        user_id: other.id,
        issuer: 'https://fresh.example',
        subject: 's',
        label: '',
        created_at: 1,
        last_login_at: 1,
      })
      .execute();
    expect(await remove('source-1')).toBe('identity_source.own_way');
    await db
      .updateTable('source_identity')
      .set({ user_id: boss.id })
      .where('id', '=', 'identity-2')
      .execute();
    expect(await remove('source-2')).toBeUndefined();
  });

  it('keeps the rule that makes an administrator of whoever saves it', async () => {
    expect(await change({ rules: [] })).toBe('identity_source.own_rights');
    const chiefs = { value: 'chiefs', roles: ['system-administrator'] };
    expect(await change({ rules: [chiefs] })).toBe('identity_source.own_rights');
    const bosses = { value: 'bosses', roles: ['system-administrator'] };
    expect(await change({ rules: [bosses, chiefs] })).toBeUndefined();
    // Another source gives the same: it would not be lost.
    await server.current.db.insertInto('identity_source').values(sourceRow('source-3', 'third')).execute();
    await server.current.db
      .insertInto('source_grant')
      .values({ id: 'grant-3', source_id: 'source-3', user_id: boss.id, role_id: 'system-administrator' })
      .execute();
    expect(await change({ rules: [] })).toBeUndefined();
  });
});
