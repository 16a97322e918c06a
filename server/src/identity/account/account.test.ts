import type { AccountInfo } from '@jadegate/contract/identity/account';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { MENU_IDS } from '@jadegate/contract/menu';
import { describe, expect, it, vi } from 'vitest';

import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const NEW_PASSWORD = 'another harbour';

describe('account info', () => {
  it('gives the first administrator every menu', async () => {
    const { data } = await server.current.call<AccountInfo>('GET', '/account/info', {
      token: await server.current.login(),
    });
    expect(data).toMatchObject({
      id: SUPER_ADMIN_ID,
      username: 'admin',
      type: 'admin',
      enableTotp: false,
      mustChangePassword: false,
    });
    expect(data.menus).toEqual(MENU_IDS);
  });

  it('gives others the menus of their roles', async () => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['credential', 'resource'] });
    const { data } = await server.current.call<AccountInfo>('GET', '/account/info', { token });
    expect(data.menus.toSorted()).toEqual(['credential', 'resource']);
  });

  it('holds nothing but its declared fields', async () => {
    const { account } = server.current.services;
    const info = account.info.bind(account);
    // whatever a service hands out by mistake
    const careless = vi.spyOn(account, 'info').mockImplementation(async (actor) => {
      return { ...(await info(actor)), passwordHash: 'x' };
    });
    const { data } = await server.current.call<AccountInfo>('GET', '/account/info', {
      token: await server.current.login(),
    });
    expect(careless).toHaveBeenCalledOnce();
    careless.mockRestore();
    expect(Object.keys(data).toSorted()).toEqual([
      'enableTotp',
      'hasPasskey',
      'id',
      'menus',
      'mustChangePassword',
      'nickname',
      'owedStep',
      'passwordAt',
      'preferences',
      'roleNames',
      'roles',
      'type',
      'username',
    ]);
  });
});

describe('changing one’s password', () => {
  const change = (token: string, oldPassword: string, newPassword: string) =>
    server.current.call('POST', '/account/change-password', {
      token,
      body: { oldPassword, newPassword, newPassword2: newPassword },
    });
  const isLive = async (token: string) =>
    (await server.current.call('GET', '/account/info', { token })).code === 1;

  it('ends every other login and keeps this one', async () => {
    const { username, token } = await server.current.loginAs({});
    const other = await server.current.login(username, USER_PASSWORD);
    expect(await change(token, USER_PASSWORD, NEW_PASSWORD)).toMatchObject({ code: 1, data: null });
    expect(await isLive(token)).toBe(true);
    expect(await isLive(other)).toBe(false);
    await expect(server.current.login(username, USER_PASSWORD)).rejects.toThrow('帳號或密碼不正確');
    expect(await server.current.login(username, NEW_PASSWORD)).toBeTruthy();
  });

  it.each([
    [
      'a wrong old one',
      'wrong',
      NEW_PASSWORD,
      { code: -1, error: 'account.password_wrong', fields: [{ path: 'oldPassword' }] },
    ],
    [
      'the same one',
      USER_PASSWORD,
      USER_PASSWORD,
      { code: -1, error: 'account.password_unchanged', fields: [{ path: 'newPassword' }] },
    ],
    [
      'a short one',
      USER_PASSWORD,
      'short',
      { code: 400, fields: [{ path: 'newPassword', message: '必須介於 8 到 256 個字元' }] },
    ],
  ])('refuses %s and changes nothing', async (_what, oldPassword, newPassword, refusal) => {
    const { username, token } = await server.current.loginAs({});
    expect(await change(token, oldPassword, newPassword)).toMatchObject(refusal);
    expect(await server.current.login(username, USER_PASSWORD)).toBeTruthy();
  });

  it('does not undo a reset that came while the old one was being checked', async () => {
    const admin = await server.current.login();
    const { id, username, token } = await server.current.loginAs({});
    const { users } = server.current.services;
    const hash = users.hashPassword.bind(users);
    const slow = vi.spyOn(users, 'hashPassword').mockImplementationOnce(async (password) => {
      const reset = { token: admin, body: { password: 'set by the desk' } };
      expect(await server.current.call('POST', `/users/${id}/change-password`, reset)).toMatchObject({
        code: 1,
      });
      return hash(password);
    });
    expect(await change(token, USER_PASSWORD, NEW_PASSWORD)).toMatchObject({
      error: 'account.password_wrong',
    });
    slow.mockRestore();
    await expect(server.current.login(username, NEW_PASSWORD)).rejects.toThrow('帳號或密碼不正確');
    expect(await server.current.login(username, 'set by the desk')).toBeTruthy();
  });

  it('does not let anybody in with the one before a reset that came while it was being checked', async () => {
    const admin = await server.current.login();
    const { id, username } = await server.current.seedUser();
    const { users } = server.current.services;
    const isPassword = users.isPassword.bind(users);
    const slow = vi.spyOn(users, 'isPassword').mockImplementationOnce(async (user, password) => {
      const isRight = await isPassword(user, password);
      const reset = { token: admin, body: { password: 'set by the desk' } };
      expect(await server.current.call('POST', `/users/${id}/change-password`, reset)).toMatchObject({
        code: 1,
      });
      return isRight;
    });
    await expect(server.current.login(username, USER_PASSWORD)).rejects.toThrow('帳號或密碼不正確');
    slow.mockRestore();
  });

  it('is the only way on for a one-time password', async () => {
    const { token } = await server.current.loginAs({
      type: 'admin',
      menus: ['credential'],
      mustChangePassword: true,
    });
    const list = () => server.current.call('GET', '/credentials/paging', { token });
    expect(await list()).toMatchObject({
      // Not 401: clients of the family would lead back to the login page without a word.
      code: -1,
      error: 'auth.step_pending',
      message: expect.stringContaining('變更一次性密碼') as string,
    });
    expect(await server.current.call('GET', '/account/info', { token })).toMatchObject({
      code: 1,
      data: { mustChangePassword: true, owedStep: 'change-password' },
    });
    expect((await change(token, USER_PASSWORD, NEW_PASSWORD)).code).toBe(1);
    expect((await list()).code).toBe(1);
  });

  it('counts wrong old passwords like failed logins', async () => {
    const { token } = await server.current.loginAs({});
    for (let failures = 0; failures < 5; failures++) {
      await change(token, 'wrong', NEW_PASSWORD);
    }
    expect(await change(token, USER_PASSWORD, NEW_PASSWORD)).toMatchObject({
      code: 429,
      error: 'login.locked',
    });
  });
});
