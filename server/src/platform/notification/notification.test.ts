import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { enrol } from '../../testing/enrol.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { deviceOf } from './device.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const server = useTestServer();
let mailbox: Mailbox;
let token = '';
beforeAll(async () => {
  mailbox = await Mailbox.open();
  token = await server.current.login();
});
afterAll(() => mailbox.close());
beforeEach(async () => {
  await set({
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
    'notify-new-device': true,
    'notify-account-change': true,
    'notify-lockout': true,
  });
  mailbox.received.length = 0;
});

const set = (body: object) => server.current.call('PUT', '/properties', { token, body });
const settled = () => server.current.services.notifications.settled();
const subjects = async () => {
  await settled();
  return mailbox.received.map(({ subject }) => subject.replace('玉門 Jadegate：', ''));
};

async function person(mail = 'person@example.test') {
  const user = await server.current.seedUser();
  await server.current.db.updateTable('user').set({ mail }).where('id', '=', user.id).execute();
  return user;
}

const login = (username: string, userAgent: string, address: string, password = USER_PASSWORD) =>
  server.current.call<{ token: string }>('POST', '/login', {
    body: { username, password },
    headers: { 'user-agent': userAgent },
    address,
  });

const NEW_DEVICE = '帳號從新的裝置登入';

describe('a login', () => {
  it('from a new device or place is told, the first one ever is not', async () => {
    const { username } = await person();
    await login(username, FIREFOX, '10.1.0.1');
    expect(await subjects()).toEqual([]);
    await login(username, FIREFOX, '10.1.0.1');
    await login(username.toUpperCase(), NEWER_FIREFOX, '10.1.0.1');
    expect(await subjects()).toEqual([]);
    await login(username, CHROME, '10.1.0.1');
    expect(await subjects()).toEqual([NEW_DEVICE]);
    await login(username, FIREFOX, '10.1.0.2');
    expect(await subjects()).toEqual([NEW_DEVICE, NEW_DEVICE]);
    await login(username, FIREFOX, '10.1.0.2');
    expect(await subjects()).toHaveLength(2);
  });

  it('is told in plain words, without links, secrets, or what the caller wrote', async () => {
    const { username } = await person('someone@example.test');
    await login(username, FIREFOX, '10.1.1.1');
    await login(username, 'see https://evil.example/ <b>now</b>', '10.1.1.2');
    await settled();
    const [letter] = mailbox.received;
    expect(letter?.to).toEqual(['someone@example.test']);
    expect(letter?.text).toContain(`帳號：${username}`);
    expect(letter?.text).toContain('來源位址：10.1.1.2');
    expect(letter?.text).toContain('裝置：未知');
    expect(letter?.text).not.toMatch(/https?:|evil|<b>/);
    expect(letter?.raw).toMatch(/content-type: text\/plain/i);
    expect(letter?.raw).not.toContain(USER_PASSWORD);
  });

  it('that fails is not told as a new device', async () => {
    const { username } = await person();
    await login(username, FIREFOX, '10.1.2.1');
    await login(username, CHROME, '10.1.2.9', 'wrong');
    expect(await subjects()).toEqual([]);
  });
});

describe('a lock', () => {
  it('is told once, not for each attempt, and not to strangers', async () => {
    const { username } = await person();
    for (let round = 0; round < 8; round++) {
      await login(username, FIREFOX, `10.2.0.${round}`, 'wrong');
      await login('nobody-at-all', FIREFOX, `10.2.1.${round}`, 'wrong');
    }
    server.current.passTime(60_000);
    await login(username, FIREFOX, '10.2.0.99', 'wrong');
    expect(await subjects()).toEqual(['帳號因多次登入失敗而暫時鎖定']);
    server.current.passTime(HOUR_MS);
  });
});

describe('a change of the account', () => {
  it('is told when the password was changed or reset', async () => {
    const { id, username } = await person();
    const own = (await login(username, FIREFOX, '10.3.0.1')).data.token;
    const newPassword = 'another long sentence';
    expect(
      await server.current.call('POST', '/account/change-password', {
        token: own,
        body: { oldPassword: USER_PASSWORD, newPassword },
      }),
    ).toMatchObject({ code: 1 });
    expect(await subjects()).toEqual(['密碼已變更']);
    token = await server.current.login();
    await server.current.call('POST', `/users/${id}/change-password`, {
      token,
      body: { password: 'an administrator’s choice' },
    });
    await server.current.call('POST', `/users/${id}/reset-totp`, { token });
    expect(await subjects()).toEqual(['密碼已變更', '管理員已重設密碼', '管理員已重設兩步驟驗證']);
    const all = mailbox.received.map(({ raw, text }) => raw + text).join('\n');
    expect(all).not.toContain(newPassword);
    expect(all).not.toContain('an administrator’s choice');
  });

  it('is told when the second factor was set up, changed or turned off', async () => {
    const { username } = await person();
    const own = (await login(username, FIREFOX, '10.3.0.2')).data.token;
    const { code } = await enrol(server.current, own);
    const change = (path: string) =>
      server.current.call('POST', path, { token: own, body: { totp: code() } });
    expect(await change('/account/recovery-codes')).toMatchObject({ code: 1 });
    expect(await change('/account/reset-totp')).toMatchObject({ code: 1 });
    expect(await subjects()).toEqual(Array.from({ length: 3 }, () => '兩步驟驗證設定已變更'));
  });

  it('is not told when it was refused', async () => {
    const { username } = await person();
    const own = (await login(username, FIREFOX, '10.3.1.1')).data.token;
    await server.current.call('POST', '/account/change-password', {
      token: own,
      body: { oldPassword: 'wrong', newPassword: 'another long sentence' },
    });
    expect(await subjects()).toEqual([]);
  });

  it('mails no password to people an administrator makes', async () => {
    token = await server.current.login();
    const body = { username: 'newcomer', nickname: 'N', type: 'user', mail: 'n@example.test' };
    await server.current.call('POST', '/users', { token, body: { ...body, password: 'a given password' } });
    expect(await subjects()).toEqual([]);
  });
});

describe('nobody is told', () => {
  const tell = (id: string) =>
    server.current.services.notifications.notify(id, 'password-changed', {
      address: '10.4.0.1',
      userAgent: FIREFOX,
    });

  it('without an address', async () => {
    const { id } = await person('');
    tell(id);
    expect(await subjects()).toEqual([]);
  });

  it('while it is switched off', async () => {
    token = await server.current.login();
    await set({ 'notify-account-change': false });
    tell((await person()).id);
    expect(await subjects()).toEqual([]);
  });

  it('before a mail server is set', async () => {
    await set({ 'mail-host': '' });
    const { id, username } = await person();
    tell(id);
    await login(username, FIREFOX, '10.4.0.1');
    await login(username, CHROME, '10.4.0.2');
    expect(await subjects()).toEqual([]);
    expect(mailbox.received).toEqual([]);
  });
});

describe('a mail server that does not answer', () => {
  it('delays and fails nothing; the letter is tried again, and the log holds no address', async () => {
    token = await server.current.login();
    await set({ 'mail-port': 1 });
    const { id, username } = await person('private@example.test');
    await login(username, FIREFOX, '10.5.0.1');
    expect(await login(username, CHROME, '10.5.0.2')).toMatchObject({ code: 1 });
    await settled();
    const lines = server.current.logLines.filter((line) => line.includes(id));
    expect(lines.some((line) => line.includes('will be tried again'))).toBe(true);
    expect(server.current.logLines.join('\n')).not.toContain('private@example.test');
  });

  it('lets nobody cancel what people are to hear about their accounts, and a thousand letters wait at most', async () => {
    const { db, services } = server.current;
    const waiting = () => db.selectFrom('work').selectAll().where('kind', '=', 'letter').execute();
    const [letter] = await waiting();
    if (!letter) {
      throw new Error('no letter waits');
    }
    const cancelled = await server.current.call('POST', `/work/${letter.id}/cancel`, { token });
    expect(cancelled).toMatchObject({ error: 'work.not_cancellable' });
    const copies = Array.from({ length: 1000 }, () => ({ ...letter, id: newId(), subject: newId() }));
    for (let from = 0; from < copies.length; from += 200) {
      await db
        .insertInto('work')
        .values(copies.slice(from, from + 200))
        .execute();
    }
    await services.work.claimDue();
    const before = (await waiting()).length;
    services.notifications.notify((await person()).id, 'password-changed', { address: '', userAgent: '' });
    await settled();
    expect((await waiting()).length).toBe(before);
    await db.deleteFrom('work').execute();
  });
});

it('knows devices by browser and system, not by version', () => {
  expect(deviceOf(FIREFOX)).toBe('Firefox/Linux');
  expect(deviceOf(FIREFOX)).toBe(deviceOf(NEWER_FIREFOX));
  expect(deviceOf(CHROME)).toBe('Chrome/Windows');
  expect(deviceOf('curl/8.5.0')).toBe('curl');
  expect(deviceOf('')).toBe('');
});
