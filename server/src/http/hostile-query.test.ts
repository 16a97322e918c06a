// On both engines: what PostgreSQL refuses to compare or to store, SQLite takes.
import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';

import { useTestServer } from '../testing/test-server.ts';

/** Filters, sort fields and whatever else a query may hold, for every endpoint that reads one. */
const server = useTestServer();
const readers = ENDPOINTS.filter(({ method, socket }) => method === 'GET' && socket !== true)
  .map(({ path, query }) => [path, namesOf(query), query] as const)
  .filter(([, names]) => names.length > 0);

const HOSTILE = [
  "'",
  `x" desc; drop table credential; --`,
  'name, (select password_hash from "user")',
  '%_\\%',
  '__proto__',
  'constructor',
  'a\0b',
  '\u{10FFFF}'.repeat(2000),
  '-1',
  '9'.repeat(40),
  '1e309',
  '2026-02-31 25:61:61',
];

/** The keys of an object schema, and those of what it is made from. */
function namesOf(schema: unknown): string[] {
  const { shape, in: source } = schema as { shape?: object; in?: unknown };
  return shape ? Object.keys(shape) : source ? namesOf(source) : [];
}

let token = '';
let calls = 0;
beforeAll(async () => {
  token = await server.current.login();
});

/** A generated file for clients that know nothing of envelopes refuses with the statuses of HTTP. */
const mayRefuse = (path: string, status: number): boolean =>
  status < 300 || (path.endsWith('/ssh-config') && [400, 404].includes(status));

async function codeOf(path: string, query: string): Promise<number> {
  const response = await server.current.inject('GET', `${path.replace(/:\w+/g, 'nothing')}?${query}`, {
    token,
    address: `127.67.${(++calls >> 8) & 255}.${calls & 255}`,
  });
  expect(mayRefuse(path, response.statusCode)).toBe(true);
  return response.headers['content-type']?.toString().startsWith('application/json')
    ? response.json<{ code: number }>().code
    : 1;
}

it('lists are sorted and filtered in many places', () => {
  expect(readers.length).toBeGreaterThan(30);
  expect(readers.filter(([, names]) => names.includes('field')).length).toBeGreaterThan(15);
});

describe.each(readers)('%s', (path, names, query) => {
  it('answers a page or a refusal, whatever its query holds', async () => {
    for (const value of HOSTILE) {
      // what the schema refuses goes no further; the rest goes all the way, together
      const taken = names.filter((name) => query.safeParse({ [name]: value }).success);
      const text = new URLSearchParams(taken.map((name) => [name, value] as [string, string])).toString();
      expect([value, taken, await codeOf(path, text)]).not.toEqual([value, taken, -1]);
    }
    const doubled = names.map((name) => `${name}=a&${name}=b&${name}[x]=1&${name}[]=1&__proto__[${name}]=1`);
    expect(await codeOf(path, doubled.join('&'))).not.toBe(-1);
  });
});

it('nothing was changed by it', async () => {
  expect(await server.current.db.selectFrom('credential').selectAll().execute()).toEqual([]);
  expect(server.current.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
