import { SETTING_KEYS } from '@jadegate/contract/platform/setting';
import type { GuacdHealth, Settings } from '@jadegate/contract/platform/setting-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';

import { SECOND_MS } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const read = async () => (await server.current.call<Settings>('GET', '/properties', { token })).data;
const save = (body: object, as = token) => server.current.call('PUT', '/properties', { token: as, body });
const lastEntry = () =>
  server.current.db
    .selectFrom('audit_log')
    .select(['action', 'detail', 'actor_name'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('reading', () => {
  it('answers every setting as text, with the family’s defaults', async () => {
    const settings = await read();
    expect(Object.keys(settings).toSorted()).toEqual([...SETTING_KEYS, 'mail-password-stored'].toSorted());
    expect(Object.values(settings).filter((value) => typeof value !== 'string')).toEqual([]);
    expect(Object.values(settings)).not.toContain('-');
    expect(settings).toMatchObject({
      'enable-wallpaper': 'true',
      'color-scheme': 'gray-black',
      'font-name': 'menlo',
      'font-size': '14',
      backspace: '',
      'dest-port': '',
      'session-saved-limit': '360',
      'user-default-storage-size': '5120',
      'second-factor-policy': 'off',
      'mail-password': '',
      'mail-password-stored': 'false',
    });
  });
});

describe('changing', () => {
  it('takes flags, numbers and texts, and leaves the rest alone', async () => {
    expect(
      await save({ 'enable-wallpaper': false, 'font-size': 14, 'user-default-storage-size': 1_000_000 }),
    ).toMatchObject({ code: 1, data: null });
    expect(await read()).toMatchObject({
      'enable-wallpaper': 'false',
      'font-size': '14',
      'user-default-storage-size': '1000000',
      'font-name': 'menlo',
    });
    const rows = await server.current.db.selectFrom('setting').select(['key', 'value']).execute();
    expect(rows.find(({ key }) => key === 'user-default-storage-size')?.value).toBe('1000000');
    expect(rows.some(({ key }) => key === 'font-name')).toBe(false);
  });

  it('lets code read what the setting is, at once', async () => {
    const { settings } = server.current.services;
    await save({ 'font-size': '16', 'notify-lockout': 'false', 'login-log-saved-limit': '' });
    expect(await settings.get('font-size')).toBe(16);
    expect(await settings.get('notify-lockout')).toBe(false);
    expect(await settings.get('login-log-saved-limit')).toBeNull();
    await save({ 'font-size': '12', 'notify-lockout': 'true', 'login-log-saved-limit': '30' });
    expect(await settings.get('font-size')).toBe(12);
    expect(await settings.get('login-log-saved-limit')).toBe(30);
  });

  it('sees what another process wrote a moment later', async () => {
    const { settings } = server.current.services;
    await save({ 'font-size': 12 });
    expect(await settings.get('font-size')).toBe(12);
    await server.current.db
      .updateTable('setting')
      .set({ value: '20' })
      .where('key', '=', 'font-size')
      .execute();
    expect(await settings.get('font-size')).toBe(12);
    server.current.passTime(3 * SECOND_MS);
    expect(await settings.get('font-size')).toBe(20);
  });

  it('counts a stored value that no longer fits as the default', async () => {
    const { settings } = server.current.services;
    await save({ 'font-size': 13 });
    await server.current.db
      .updateTable('setting')
      .set({ value: 'huge' })
      .where('key', '=', 'font-size')
      .execute();
    server.current.passTime(3 * SECOND_MS);
    expect(await settings.get('font-size')).toBe(14);
    expect((await read())['font-size']).toBe('14');
  });

  it.each([
    ['an unknown setting', { 'enable-ldap': false }, 'enable-ldap'],
    ['a setting the family gave up', { 'drive-path': '/' }, 'drive-path'],
    ['the version', { version: '9' }, 'version'],
  ])('refuses %s by name', async (_what, body, name) => {
    const answer = await save({ ...body, 'font-size': 15 });
    expect(answer).toMatchObject({ code: 400, fields: [{ rule: 'unknown' }] });
    expect(answer.message).toContain(name);
    expect((await read())['font-size']).not.toBe('15');
  });

  it('changes nothing when one of the values is wrong, and says which', async () => {
    const before = await read();
    const answer = await save({ 'enable-theming': false, 'font-size': 1, 'color-scheme': 'pink' });
    expect(answer).toMatchObject({
      code: 400,
      fields: [{ path: 'color-scheme' }, { path: 'font-size', message: '必須介於 6 到 96' }],
    });
    expect(await read()).toEqual(before);
  });

  it('takes back everything it answered, as clients of the family send it', async () => {
    const settings = await read();
    expect(await save(settings)).toMatchObject({ code: 1 });
    expect(await read()).toEqual(settings);
  });
});

describe('the record of changes', () => {
  it('names what differs, and nothing else', async () => {
    await save({ 'font-size': 12, 'font-name': 'menlo' });
    await save({ 'font-size': 18, 'font-name': 'menlo' });
    expect(await lastEntry()).toEqual({
      action: 'setting.updated',
      actor_name: 'admin',
      detail: JSON.stringify({ 'font-size': { before: '12', after: '18' } }),
    });
  });

  it('has no entry for a change that changes nothing', async () => {
    await save({ 'font-size': 18 });
    const { detail } = await lastEntry();
    await save({ 'font-size': 18 });
    expect((await lastEntry()).detail).toBe(detail);
  });
});

describe('the mail password', () => {
  const SECRET = 'smtp-s3cret-value';
  const stored = async () => (await server.current.services.settings.getSecret('mail-password'))?.expose();

  it('goes in, and never comes out', async () => {
    await save({ 'mail-host': 'mail.example.test', 'mail-password': SECRET });
    expect(await stored()).toBe(SECRET);
    expect(await read()).toMatchObject({ 'mail-password': '', 'mail-password-stored': 'true' });
    const entry = await lastEntry();
    expect(entry.detail).toContain('mail-password');
    expect(entry.detail).not.toContain(SECRET);
    expect(JSON.stringify(await server.current.db.selectFrom('setting').selectAll().execute())).not.toContain(
      SECRET,
    );
    expect(server.current.logLines.join('\n')).not.toContain(SECRET);
  });

  it('stays when an empty one is sent, goes when null is', async () => {
    await save({ 'mail-username': 'somebody', 'mail-password': '' });
    expect(await stored()).toBe(SECRET);
    await save({ 'mail-password': null });
    expect(await stored()).toBeUndefined();
    expect(await read()).toMatchObject({ 'mail-password-stored': 'false' });
  });

  it('is not handed to another server', async () => {
    await save({ 'mail-password': SECRET });
    expect(await save({ 'mail-host': 'evil.example.test' })).toMatchObject({
      error: 'setting.mail_password_needed',
      fields: [{ path: 'mail-password' }],
    });
    expect((await read())['mail-host']).toBe('mail.example.test');
    const test = await server.current.call('POST', '/properties/test-mail', {
      token,
      body: {
        to: 'x@example.test',
        settings: { 'mail-host': '127.0.0.1', 'mail-from': 'x@example.test' },
      },
    });
    expect(test).toMatchObject({ error: 'setting.mail_password_needed' });
    expect(await save({ 'mail-host': 'new.example.test', 'mail-password': 'another' })).toMatchObject({
      code: 1,
    });
    expect(await save({ 'mail-host': '' })).toMatchObject({ code: 1 });
  });

  it.each([{ 'mail-security': 'none' }, { 'mail-port': 2525 }])(
    'goes neither in clear nor to another port: %j',
    async (change) => {
      const server465 = { 'mail-host': '127.0.0.1', 'mail-port': 465, 'mail-security': 'tls' };
      await save({ ...server465, 'mail-from': 'x@example.test', 'mail-password': SECRET });
      const refused = { error: 'setting.mail_password_needed', fields: [{ path: 'mail-password' }] };
      expect(await save(change)).toMatchObject(refused);
      const body = { to: 'x@example.test', settings: change };
      expect(await server.current.call('POST', '/properties/test-mail', { token, body })).toMatchObject(
        refused,
      );
      expect(await save({ ...change, 'mail-password': 'typed again' })).toMatchObject({ code: 1 });
    },
  );
});

describe('rights', () => {
  it('is for holders of the settings page only', async () => {
    const { token: lesser } = await server.current.loginAs({ type: 'admin', menus: ['user', 'role'] });
    expect(await save({ 'font-size': 20 }, lesser)).toMatchObject({ code: 403 });
    expect(await server.current.call('GET', '/properties', { token: lesser })).toMatchObject({ code: 403 });
    const { token: holder } = await server.current.loginAs({ type: 'admin', menus: ['setting'] });
    expect(await save({ 'font-size': 20 }, holder)).toMatchObject({ code: 1 });
  });
});

describe('guacd', () => {
  it('is reported as absent, truthfully and in the language asked for', async () => {
    const { GuacdService } = await import('./guacd.service.ts');
    const { probeGuacd } = await import('../../protocols/guacd/probe-guacd.ts');
    const { services } = server.current;
    const guacd = new GuacdService({
      address: { host: '127.0.0.1', port: 1 },
      probe: probeGuacd,
      findOwn: async () => undefined,
      logger: services.logger,
    });
    expect(await guacd.health('zh-TW')).toEqual({
      host: '127.0.0.1',
      port: 1,
      reachable: false,
      version: '',
      latencyMs: 0,
      managed: false,
      reason: '127.0.0.1:1 拒絕連線，guacd 可能沒有啟動',
      warning: '',
    });
    expect((await guacd.health('en')).reason).toMatch(/refused/);
  });

  it('is started when nobody answers and one is installed, and only then; an old one is warned of', async () => {
    const { GuacdService } = await import('./guacd.service.ts');
    const starts: string[] = [];
    let isUp = false;
    const own = {
      start: async () => {
        starts.push('start');
        isUp = true;
      },
      stop: async () => void starts.push('stop'),
    };
    const up = { reachable: true, version: '1.3.0', latencyMs: 1 } as const;
    const guacd = new GuacdService({
      address: { host: '127.0.0.1', port: 4822 },
      probe: async () => (isUp ? up : { reachable: false, problem: 'refused' }),
      findOwn: async () => own,
      logger: server.current.services.logger,
    });
    const health = await guacd.health('zh-TW');
    expect(health).toMatchObject({ reachable: true, managed: true, version: '1.3.0' });
    expect(health.warning).toContain('安全問題');
    await Promise.all([guacd.ensure(), guacd.ensure()]);
    await guacd.stop();
    await guacd.ensure();
    expect(starts).toEqual(['start', 'stop']);
    const other = new GuacdService({
      address: { host: '127.0.0.1', port: 4822 },
      probe: async () => ({ ...up, version: '1.5.0' }),
      findOwn: async () => own,
      logger: server.current.services.logger,
    });
    expect(await other.health('en')).toMatchObject({ managed: false, warning: '' });
    expect(starts).toEqual(['start', 'stop']);
  });

  it('is answered to holders of the settings page', async () => {
    const { code, data } = await server.current.call<GuacdHealth>('GET', '/properties/guacd', { token });
    expect(code).toBe(1);
    expect(data).toMatchObject({ host: '127.0.0.1', port: 4822 });
    expect(data.reason === '').toBe(data.reachable);
  });
});

describe('the time zone', () => {
  const zone = async () =>
    (await server.current.call<{ timeZone: string }>('GET', '/branding')).data.timeZone;
  const noon = Date.UTC(2026, 6, 1, 4);

  it('moves the hours of the day for everything, at once, and back', async () => {
    const before = await zone();
    try {
      await save({ 'time-zone': 'Asia/Taipei' });
      expect(await zone()).toBe('Asia/Taipei');
      expect(familyTime(noon)).toBe('2026-07-01 12:00:00');
      await save({ 'time-zone': 'America/New_York' });
      expect(familyTime(noon)).toBe('2026-07-01 00:00:00');
    } finally {
      await save({ 'time-zone': '' });
    }
    expect(await zone()).toBe(before);
  });

  it.each(['Mars/Olympus', '+08:00', '台北', 'UTC; rm'])('is not %s', async (name) => {
    const answer = await save({ 'time-zone': name });
    expect(answer).toMatchObject({ code: 400, error: 'validation' });
    expect(JSON.stringify(answer)).toContain('請選擇時區');
    expect((await read())['time-zone']).toBe('');
  });
});
