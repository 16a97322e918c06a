import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { hashPassword } from '../../kernel/password.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
  await save({ 'password-min-length': 10, 'password-breached-check': true });
});

const save = (body: object) => server.current.call('PUT', '/properties', { token, body });
const create = (password: string, username = `p-${newId().slice(-10)}`) =>
  server.current.call<{ id: string }>('POST', '/users', {
    token,
    body: { username, nickname: 'P', type: 'user', password },
  });

/** Everywhere a password is chosen, and the field its refusal belongs to. */
const WAYS: [string, string, (password: string) => Promise<object>][] = [
  ['a new person', 'password', (password) => create(password)],
  [
    'a reset',
    'password',
    async (password) => {
      const { id } = await server.current.seedUser();
      return server.current.call('POST', `/users/${id}/change-password`, { token, body: { password } });
    },
  ],
  [
    'one’s own change',
    'newPassword',
    async (newPassword) => {
      const { token: own } = await server.current.loginAs({});
      const body = { oldPassword: USER_PASSWORD, newPassword };
      return server.current.call('POST', '/account/change-password', { token: own, body });
    },
  ],
];

describe.each(WAYS)('the password of %s', (_what, field, choose) => {
  it.each([
    ['is as long as the settings ask', 'nine-char', 'password.too_short'],
    ['is not one that guessers try first', '1q2w3e4r5t', 'password.breached'],
    ['has more than a few characters', 'aaaaaaaaaa', 'password.too_simple'],
    ['is no short piece again and again', 'abc7abc7abc7', 'password.too_simple'],
    ['is no run of digits', '1234567890', 'password.too_simple'],
    ['is not the name of the product', 'Jadegate2026', 'password.is_product_name'],
    ['is not one of those in capitals', 'QwertyUiop', 'password.breached'],
  ])('%s', async (_rule, password, error) => {
    expect(await choose(password)).toMatchObject({ code: -1, error, fields: [{ path: field }] });
  });

  it('needs no capitals, digits or signs', async () => {
    expect(await choose('a plain long sentence')).toMatchObject({ code: 1 });
  });
});

it('says what is missing', async () => {
  await save({ 'password-min-length': 20 });
  expect((await create('sixteen chars ok')).message).toBe('密碼至少需要 20 個字元');
  await save({ 'password-min-length': 10 });
  expect((await create('sixteen chars ok')).code).toBe(1);
  expect((await create('1q2w3e4r5t')).message).toBe('這個密碼曾經外洩或過於常見，很容易被猜中，請換一個');
});

it('is never the user name, whatever its case', async () => {
  const username = `harbour-master-${newId().slice(-6)}`;
  expect(await create(username.toUpperCase(), username)).toMatchObject({ error: 'password.is_username' });
});

it('is not the name that the installation gave itself', async () => {
  await save({ 'branding-name': 'Harbour Keep' });
  expect(await create('harbour keep 1')).toMatchObject({ error: 'password.is_product_name' });
  await save({ 'branding-name': '' });
  expect((await create('harbour keep 1')).code).toBe(1);
});

it('lets in whoever had such a one before', async () => {
  const { id, username } = await server.current.seedUser();
  const passwordHash = await hashPassword('aaaaaaaaaa');
  await server.current.db
    .updateTable('user')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
  const body = { username, password: 'aaaaaaaaaa' };
  expect(await server.current.call('POST', '/login', { body })).toMatchObject({ code: 1 });
});

it('is checked for each of several people', async () => {
  const first = await server.current.seedUser();
  const second = await server.current.seedUser();
  const answer = await server.current.call('POST', `/users/${first.id},${second.id}/change-password`, {
    token,
    body: { password: second.username },
  });
  expect(answer).toMatchObject({ error: 'password.is_username' });
});

it('may be a known one when the settings say so', async () => {
  await save({ 'password-breached-check': false });
  expect((await create('1q2w3e4r5t')).code).toBe(1);
});

it('is never shorter than the floor, whatever is stored', async () => {
  await server.current.db
    .updateTable('setting')
    .set({ value: '2' })
    .where('key', '=', 'password-min-length')
    .execute();
  server.current.passTime(3000);
  expect(await create('shorty')).toMatchObject({ code: 400, fields: [{ path: 'password' }] });
});
