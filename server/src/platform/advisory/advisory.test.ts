import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { MenuId } from '@jadegate/contract/menu';
import type { Notice } from '@jadegate/contract/platform/notice';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const advisory = (id: string, change: object = {}) => ({
  id,
  severity: 'high',
  affected: '<999.0.0',
  title: { 'zh-TW': '標題', en: 'A title' },
  summary: { 'zh-TW': '請更新。', en: 'Update.' },
  link: 'https://jadegate.example/advisories/1',
  ...change,
});

const file = () => path.join(server.current.dataDir, 'advisories.json');
async function put(content: unknown): Promise<void> {
  writeFileSync(file(), typeof content === 'string' ? content : JSON.stringify({ advisories: content }));
  await server.current.services.advisories.refresh();
}
const admin = (...menus: MenuId[]) => server.current.loginAs({ type: 'admin', menus });
async function shownTo(token: string, language = 'en'): Promise<Notice[]> {
  const headers = { 'accept-language': language };
  return (await server.current.call<Notice[]>('GET', '/notices', { token, headers })).data;
}

let keeper = '';
beforeAll(async () => {
  keeper = (await admin('setting')).token;
});
afterEach(async () => {
  rmSync(file(), { force: true });
  await server.current.services.advisories.refresh();
});

describe('advisories in the file', () => {
  it('are shown to administrators of an affected version until they put them away', async () => {
    const other = (await admin('setting')).token;
    await put([advisory('JG-1'), advisory('JG-2', { affected: '<0.0.1' })]);
    const [seen, ...rest] = await shownTo(keeper);
    expect(rest).toEqual([]);
    expect(seen).toEqual({
      id: expect.stringMatching(/^advisory-[0-9a-f]{32}$/) as unknown,
      level: 'danger',
      text: 'Security advisory JG-1: A title. Update.',
      link: 'https://jadegate.example/advisories/1',
      canPutAway: true,
    });
    expect((await shownTo(keeper, 'zh-TW'))[0]?.text).toContain('JG-1');
    const person = await server.current.loginAs({ type: 'user', menus: ['setting'] });
    for (const token of [person.token, (await admin('asset')).token]) {
      expect(await shownTo(token)).toEqual([]);
      expect(
        await server.current.call('POST', `/notices/${seen?.id ?? ''}/put-away`, { token }),
      ).toMatchObject({ error: 'notice.not_found' });
    }

    for (let time = 0; time < 2; time++) {
      expect(
        await server.current.call('POST', `/notices/${seen?.id ?? ''}/put-away`, { token: keeper }),
      ).toMatchObject({ code: 1 });
    }
    expect(await shownTo(keeper)).toEqual([]);
    expect(await shownTo(other)).toHaveLength(1);
    await put([advisory('JG-1', { severity: 'critical' })]);
    expect(await shownTo(keeper)).toHaveLength(1);
  });

  it('are as urgent as they are severe', async () => {
    const severities = ['low', 'medium', 'high', 'critical'];
    await put(severities.map((severity, index) => advisory(`JG-${index}`, { severity })));
    expect((await shownTo(keeper)).map(({ level }) => level)).toEqual([
      'danger',
      'danger',
      'warning',
      'info',
    ]);
  });

  it.each([
    ['a control character', { title: { 'zh-TW': 'a', en: 'a\u001B[2Jb' } }],
    ['text that turns around', { summary: { 'zh-TW': 'a\u202Eb', en: 'a' } }],
    ['a second line', { title: { 'zh-TW': 'a', en: 'a\nb' } }],
    ['a text without end', { summary: { 'zh-TW': 'a', en: 'a'.repeat(5000) } }],
    ['a script for a link', { link: 'javascript:alert(1)' }],
    ['a link without TLS', { link: 'http://jadegate.example/' }],
    ['a link with a name in it', { link: 'https://admin@evil.example/' }],
    ['a link that leaves its quotes', { link: 'https://evil.example/"onclick="x' }],
    ['a range nobody can read', { affected: 'all' }],
    ['an unknown severity', { severity: 'terrible' }],
    ['one language only', { title: { en: 'a' } }],
    ['an id with markup', { id: '<b>1</b>' }],
  ])('one with %s is left out, and the others are shown', async (_what, change) => {
    await put([advisory('bad-one', change), advisory('JG-9'), 7, null]);
    expect((await shownTo(keeper)).map(({ text }) => text)).toEqual([
      'Security advisory JG-9: A title. Update.',
    ]);
    expect(server.current.logLines.join('')).not.toMatch(/onclick|javascript|bad-one|terrible/);
  });

  it.each([
    ['no JSON', '{'],
    ['another form', '[]'],
    ['a nest', '['.repeat(50_000)],
    ['too much', JSON.stringify({ advisories: [], padding: 'x'.repeat(300_000) })],
    ['too many', JSON.stringify({ advisories: Array.from({ length: 1000 }, () => advisory('JG-1')) })],
  ])('a file with %s shows nothing and breaks nothing', async (_what, content) => {
    await put(content);
    expect(await shownTo(keeper)).toEqual([]);
    await put([advisory('JG-3')]);
    expect(await shownTo(keeper)).toHaveLength(1);
  });
});

describe('advisories from an address', () => {
  let site: http.Server;
  let asked = 0;
  let answer: () => string | undefined = () => undefined;
  const address = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.json`;
  const set = (value: string) =>
    server.current.call('PUT', '/properties', { token: keeper, body: { 'advisory-url': value } });
  const refresh = () => server.current.services.advisories.refresh();

  beforeAll(async () => {
    site = http.createServer((_request, response) => {
      asked++;
      const body = answer();
      response.writeHead(body === undefined ? 500 : 200).end(body);
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
  });
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });

  it('are not asked for until somebody says where, then every six hours', async () => {
    await refresh();
    expect(asked).toBe(0);
    answer = () => JSON.stringify({ advisories: [advisory('JG-5')] });
    expect((await set(address())).code).toBe(1);
    await refresh();
    await refresh();
    expect(asked).toBe(1);
    expect(await shownTo(keeper)).toHaveLength(1);

    answer = () => undefined;
    server.current.passTime(6 * HOUR_MS);
    keeper = (await admin('setting')).token;
    await refresh();
    expect(asked).toBe(2);
    expect(await shownTo(keeper)).toHaveLength(1);

    answer = () => JSON.stringify({ advisories: [] });
    server.current.passTime(6 * HOUR_MS);
    keeper = (await admin('setting')).token;
    await refresh();
    expect(asked).toBe(3);
    expect(await shownTo(keeper)).toEqual([]);
  });

  it('give way to an entry of the file, and go when the address is removed', async () => {
    answer = () => JSON.stringify({ advisories: [advisory('JG-6'), advisory('JG-7')] });
    await set(`${address()}?again`);
    await put([advisory('JG-6', { title: { 'zh-TW': '檔案', en: 'From the file' } })]);
    expect((await shownTo(keeper)).map(({ text }) => text)).toEqual([
      'Security advisory JG-6: From the file. Update.',
      'Security advisory JG-7: A title. Update.',
    ]);
    await set('');
    await refresh();
    expect(await shownTo(keeper)).toHaveLength(1);
  });

  it.each([
    'http://evil.example/',
    'http://192.0.2.1/a',
    'ftp://127.0.0.1/',
    'javascript:0',
    'https://a@b/',
    'x',
  ])('may not be at %j', async (value) => {
    expect(await set(value)).toMatchObject({ code: 400, error: 'validation' });
  });
});
