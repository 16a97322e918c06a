// Who may use a password, and that nobody can shut everybody out.
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { beforeAll, expect, it } from 'vitest';

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

async function arrive(userId: string): Promise<void> {
  const { db } = server.current;
  const row = { key: 'acme', kind: 'oidc', name: '來源', icon: 'key', position: 1, enabled: 1 } as const;
  const config = JSON.stringify({ issuer: 'https://idp.example', clientId: 'x' });
  await db
    .insertInto('identity_source')
    .values({ ...row, id: 'source-1', config, created_at: 1, updated_at: 1 })
    .execute();
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
  await server.current.services.settings.updateForOperator(
    { address: 'local', userAgent: '', language: 'zh-TW', requestId: '' },
    { 'password-login': 'allowed' },
  );
  const other = await server.current.seedUser({ type: 'admin' });
  await db.insertInto('user_role').values({ user_id: other.id, role_id: 'system-administrator' }).execute();
  await db.updateTable('source_identity').set({ user_id: other.id }).execute();
  expect(await save({ 'password-login': 'off', 'emergency-accounts': 'admin' })).toBe(
    'setting.shuts_out_oneself',
  );
});
