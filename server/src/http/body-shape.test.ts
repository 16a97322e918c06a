import { describe, expect, it } from 'vitest';

import { useTestServer } from '../testing/test-server.ts';
import { hasTooManyFields, isTooComplex, MAX_DEPTH, MAX_VALUES } from './body-shape.ts';

const server = useTestServer();
const login = (body: string) => server.current.call('POST', '/login', { body });

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (values: number) => JSON.stringify(Array.from({ length: values - 1 }, () => 0));
const complex = (text: string) => isTooComplex(Buffer.from(text));

describe('the look at the bytes', () => {
  it('lets everything through that a call can need', () => {
    expect(complex(nested(MAX_DEPTH))).toBe(false);
    expect(complex(list(MAX_VALUES - 1))).toBe(false);
    expect(complex(JSON.stringify({ members: Array.from({ length: 10_000 }, () => 'an id') }))).toBe(false);
  });

  it('refuses depth and numbers beyond that', () => {
    expect(complex(nested(MAX_DEPTH + 1))).toBe(true);
    expect(complex('{"a":'.repeat(MAX_DEPTH + 1))).toBe(true);
    expect(complex(list(MAX_VALUES + 2))).toBe(true);
    expect(complex(`[${'{},'.repeat(MAX_VALUES)}0]`)).toBe(true);
  });

  it('does not look into strings', () => {
    const text = `${'[{,'.repeat(MAX_VALUES)}\\"${'['.repeat(99)}`;
    expect(complex(JSON.stringify({ text, 字: '字[' }))).toBe(false);
    expect(complex('"\\')).toBe(false);
  });

  it('counts the fields of a form', () => {
    expect(hasTooManyFields(Buffer.from('a=1&b=2'), 'application/x-www-form-urlencoded')).toBe(false);
    expect(hasTooManyFields(Buffer.from('a&'.repeat(500)), 'application/x-www-form-urlencoded')).toBe(true);
    const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
    expect(hasTooManyFields(Buffer.from(`${part}--x--`), 'multipart/form-data; boundary=x')).toBe(false);
    expect(hasTooManyFields(Buffer.from(part.repeat(50)), 'multipart/form-data; boundary="x"')).toBe(true);
  });
});

describe('who is not signed in', () => {
  it('sends small bodies only', async () => {
    expect(await login(JSON.stringify({ username: 'a'.repeat(20_000), password: 'x' }))).toMatchObject({
      code: 413,
      error: 'body.too_large',
      message: '請求內容超過上限（16 KiB），請分批送出',
    });
  });

  it('sends no large bodies to addresses that do not exist either', async () => {
    const body = `"${'a'.repeat(20_000)}"`;
    expect(await server.current.call('POST', '/nowhere', { body })).toMatchObject({ code: 413 });
  });

  it('sends nothing deep', async () => {
    expect(await login(nested(1000))).toMatchObject({ code: 413, error: 'body.too_complex' });
  });
});

describe('who is signed in', () => {
  it('sends a megabyte, but nothing deep or endless', async () => {
    const token = await server.current.login();
    const post = (body: string) => server.current.call('POST', '/credentials', { token, body });
    expect(await post(JSON.stringify({ name: 'a'.repeat(500_000) }))).toMatchObject({ error: 'validation' });
    expect(await post(nested(500_000))).toMatchObject({ code: 413, error: 'body.too_complex' });
    expect(await post(`[${'{},'.repeat(300_000)}0]`)).toMatchObject({ error: 'body.too_complex' });
  });

  it('is told of a bounded number of faults', async () => {
    const token = await server.current.login();
    const body = { name: 'a', members: Array.from({ length: 9000 }, () => 7) };
    const { fields } = await server.current.call('POST', '/user-groups', { token, body });
    expect(fields).toHaveLength(50);
  });
});
