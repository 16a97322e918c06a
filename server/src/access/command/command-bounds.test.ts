// What one person saves is bounded in number, length and rate, and a list never carries all of it (SEC-49).
import type { Command } from '@jadegate/contract/access/command';
import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let person: { id: string; token: string };
beforeEach(async () => {
  person = await server.current.loginAs({ type: 'user' });
});

const call = <Data = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.current.call<Data>(method, `/worker/commands${path}`, { token: person.token, body });
const create = (content = 'uptime') => call<Command>('POST', '', { name: 'one more', content });

async function saved(count: number, content: string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    name: `command ${String(index).padStart(4, '0')}`,
    content,
    shared: 0 as const,
    owner_id: person.id,
    created_at: Date.now() + index,
  }));
  for (let at = 0; at < rows.length; at += 100) {
    await server.current.db
      .insertInto('command')
      .values(rows.slice(at, at + 100))
      .execute();
  }
  return rows.map(({ id }) => id);
}

it('no more commands than so many', async () => {
  const [first] = await saved(LIMITS.commandsPerPerson.max - 1, 'df -h');
  expect((await create()).code).toBe(1);
  expect(await create()).toMatchObject({ code: -1, error: 'command.too_many' });
  expect(await call('PUT', `/${first}`, { name: 'other', content: 'df -h /srv' })).toMatchObject({ code: 1 });
});

it('no more text than so much; what gets shorter is never refused', async () => {
  const long = '玉'.repeat(LIMITS.commandContent.max);
  const fit = Math.floor(LIMITS.commandsPerPerson.characters / LIMITS.commandContent.max);
  const [first] = await saved(fit, long);
  expect(await create(long)).toMatchObject({ code: -1, error: 'command.too_much_text' });
  expect((await create('short')).code).toBe(1);
  expect((await call('PUT', `/${first}`, { name: 'x', content: long.slice(1) })).code).toBe(1);
});

it('a list has what fits into an answer, the shorter ones first; one alone has all', async () => {
  const short = await saved(3, 'uptime');
  const middle = await saved(2, 'm'.repeat(1000));
  const long = await saved(10, '玉'.repeat(LIMITS.commandContent.max));
  const page = (await call<Page<Command>>('GET', '/paging?pageSize=1000')).data;
  const all = (await call<Command[]>('GET', '')).data;
  for (const [items, rest] of [
    [page.items, LIMITS.commandList.each],
    [all, 0],
  ] as const) {
    const of = (ids: string[]) => items.filter(({ id }) => ids.includes(id));
    expect(of(short).map(({ content, isCut }) => [content, isCut])).toEqual(
      short.map(() => ['uptime', undefined]),
    );
    expect(of(middle).map(({ content, isCut }) => [content.length, isCut])).toEqual(
      middle.map(() => [1000, undefined]),
    );
    const cut = of(long).filter(({ isCut }) => isCut);
    expect(cut).toHaveLength(7);
    expect(cut.map(({ content }) => content.length)).toEqual(Array(7).fill(rest));
    expect(JSON.stringify(items).length).toBeLessThan(LIMITS.commandList.characters + 20_000);
  }
  const one = (await call<Command>('GET', `/${long[0]}`)).data;
  expect(one).toMatchObject({ content: '玉'.repeat(LIMITS.commandContent.max) });
  expect(one).not.toHaveProperty('isCut');
  // A client that sends back what it found in a list must not make that the command.
  const part = page.items.find(({ isCut }) => isCut);
  expect(await call('PUT', `/${part?.id}`, part)).toMatchObject({ code: 400 });
});

it('a whole list holds a thousand, one’s own among them', async () => {
  const own = await saved(2, 'mine');
  const { id: owner_id } = await server.current.seedUser();
  const rows = Array.from({ length: 1005 }, () => {
    const shared = { shared: 1 as const, owner_id, created_at: 1 };
    return { id: newId(), name: 'a shared one', content: 'x', ...shared };
  });
  for (let at = 0; at < rows.length; at += 100) {
    await server.current.db
      .insertInto('command')
      .values(rows.slice(at, at + 100))
      .execute();
  }
  const ids = (await call<Command[]>('GET', '')).data.map(({ id }) => id);
  expect(ids).toHaveLength(1000);
  expect(ids).toEqual(expect.arrayContaining(own));
});

it('no more changes a minute than anybody makes by hand, from whatever address', async () => {
  const limited = async (address: string) => {
    const answer = await server.current.call('POST', '/worker/commands', {
      token: person.token,
      address,
      body: {},
    });
    return answer.error;
  };
  const answers = [];
  // Some come back while these are made.
  for (let count = 0; count < 100; count++) {
    answers.push(await limited(`127.0.0.${count}`));
  }
  expect(answers.indexOf('rate_limited')).toBeGreaterThanOrEqual(60);
  server.current.passTime(60_000);
  expect(await limited('127.0.1.1')).not.toBe('rate_limited');
});
