import { LIMITS } from '@jadegate/contract/limits';
import type { Branding } from '@jadegate/contract/platform/branding';
import { beforeAll, describe, expect, it } from 'vitest';

import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeAll(async () => {
  token = await server.current.login();
});

const read = async (language = 'zh-TW') =>
  (await server.current.call<Branding>('GET', '/branding', { headers: { 'accept-language': language } }))
    .data;
const put = (bytes: Buffer, as = token) =>
  server.current.call('PUT', '/branding/logo', { token: as, body: { content: bytes.toString('base64') } });

/** One transparent dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(64)]);
const WEBP = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 '), Buffer.alloc(16)]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('names', () => {
  it('are the product’s own, in the caller’s language, until somebody changes them', async () => {
    expect(await read()).toMatchObject({ name: '玉門 Jadegate', logo: '', passwordMinLength: 10 });
    expect(await read('en')).toMatchObject({ name: 'Jadegate', copyright: '© Jadegate' });
  });

  it('are what an administrator set, and the product’s own again when cleared', async () => {
    const save = (body: object) => server.current.call('PUT', '/properties', { token, body });
    await save({
      'branding-name': '港務堡壘',
      'branding-copyright': '© 港務局',
      'branding-description': '說明',
      'branding-contact': 'it@example.tw',
    });
    const given = { name: '港務堡壘', copyright: '© 港務局', description: '說明', contact: 'it@example.tw' };
    expect(await read()).toMatchObject(given);
    expect(await read('en')).toMatchObject(given);
    await save({
      'branding-name': '',
      'branding-copyright': '',
      'branding-description': '',
      'branding-contact': '',
    });
    expect(await read()).toMatchObject({ name: '玉門 Jadegate', contact: '' });
  });
});

describe('the logo', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
  ])('is kept and served as %s to anybody, harmlessly', async (type, bytes) => {
    expect(await put(bytes)).toMatchObject({ code: 1 });
    const { logo } = await read();
    expect(logo).toMatch(/^[0-9a-f]{16}$/);
    const response = await server.current.inject('GET', `/branding/logo?v=${logo}`);
    expect(response.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(response.rawPayload.equals(bytes)).toBe(true);
  });

  it('has a new version when it changes', async () => {
    await put(PNG);
    const { logo } = await read();
    await put(JPEG);
    expect((await read()).logo).not.toBe(logo);
  });

  it.each([
    ['SVG, which can hold scripts', SVG, { error: 'branding.not_an_image' }],
    ['a page', Buffer.from('<!doctype html><script>1</script>'), { error: 'branding.not_an_image' }],
    [
      'a picture that is too large',
      Buffer.concat([PNG, Buffer.alloc(LIMITS.logoBytes)]),
      { fields: [{ path: 'content' }] },
    ],
  ])('is not %s', async (_what, bytes, refusal) => {
    await put(PNG);
    const { logo } = await read();
    expect(await put(bytes)).toMatchObject(refusal);
    expect((await read()).logo).toBe(logo);
  });

  it('may be just as large as the limit says', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(LIMITS.logoBytes - PNG.length)]);
    expect(await put(largest)).toMatchObject({ code: 1 });
    expect(await put(Buffer.concat([largest, Buffer.alloc(1)]))).toMatchObject({
      fields: [{ path: 'content' }],
    });
  });

  it('is not text that is no base64', async () => {
    const body = { content: '%%%' };
    expect(await server.current.call('PUT', '/branding/logo', { token, body })).toMatchObject({ code: 400 });
  });

  it('can be taken away, and both are written down', async () => {
    await put(PNG);
    expect(await server.current.call('DELETE', '/branding/logo', { token })).toMatchObject({ code: 1 });
    expect((await read()).logo).toBe('');
    expect(await server.current.call('GET', '/branding/logo')).toMatchObject({
      code: 404,
      error: 'branding.no_logo',
    });
    const rows = await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_type', '=', 'branding')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    expect(rows.map((row) => row.action)).toEqual(['branding.logo-removed', 'branding.logo-changed']);
  });

  it('is changed by holders of the settings page only', async () => {
    const { token: lesser } = await server.current.loginAs({ type: 'admin', menus: ['user'] });
    expect(await put(PNG, lesser)).toMatchObject({ code: 403 });
    expect(await server.current.call('DELETE', '/branding/logo', { token: lesser })).toMatchObject({
      code: 403,
    });
  });
});
