import type { Command } from '@jadegate/contract/access/command';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const callAs =
  (as: string) =>
  <Data>(method: Method, url: string, body?: object) =>
    server.current.call<Data>(method, url, { token: as, ...(body && { body }) });
const call = <Data>(method: Method, url: string, body?: object) => callAs(token)<Data>(method, url, body);

async function aCommand(body: object = {}): Promise<Command> {
  const { data, message } = await call<Command>('POST', '/commands', {
    name: newId(),
    content: 'uptime',
    ...body,
  });
  expect(message).toBe('success');
  return data;
}

/** A person with a command of their own. */
async function aWorker() {
  const person = await server.current.loginAs({ type: 'user' });
  const as = callAs(person.token);
  const body = { name: `own ${newId()}`, content: 'df -h' };
  const own = (await as<Command>('POST', '/worker/commands', body)).data;
  return { ...person, as, own };
}

describe('commands of everybody', () => {
  it('belong to their maker, keep their lines, and are written down without their text', async () => {
    const content = `echo "秘密 s3cret"\n\ttop -b\n`;
    const command = await aCommand({ content });
    expect(command).toMatchObject({ content, owner: SUPER_ADMIN_ID, shared: false });
    await call('PUT', `/commands/${command.id}`, { ...command, content: 'other s3cret', shared: true });
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object_id', '=', command.id)
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['command.created', 'command.updated']);
    expect(JSON.parse(entries[1]?.detail ?? '')).toEqual({
      shared: { before: false, after: true },
      replaced: ['content'],
    });
    expect(JSON.stringify(entries)).not.toContain('s3cret');
  });

  it('stay shared or not as they were when a change says nothing', async () => {
    const { id } = await aCommand({ shared: true });
    expect(await call('PUT', `/commands/${id}`, { name: 'x', content: 'y' })).toMatchObject({
      code: 1,
      data: null,
    });
    expect((await call('GET', `/commands/${id}`)).data).toMatchObject({
      name: 'x',
      content: 'y',
      shared: true,
    });
    await call('PUT', `/commands/${id}`, { name: 'x', content: 'y', shared: false });
    expect((await call('GET', `/commands/${id}`)).data).toMatchObject({ shared: false });
  });

  it('are found by name and by content, both literally', async () => {
    const mark = newId();
    const found = await aCommand({ name: `name ${mark}`, content: `grep 100% ${mark}_x` });
    await aCommand({ name: `name ${mark}`, content: 'something else' });
    const list = async (query: string) =>
      (await call<Page<Command>>('GET', `/commands/paging?${query}`)).data;
    expect(await list(`content=${encodeURIComponent(`100% ${mark}_`)}`)).toMatchObject({
      total: 1,
      items: [{ id: found.id, ownerName: expect.any(String) as string }],
    });
    expect((await list(`name=${mark}`)).total).toBe(2);
    expect((await list(`name=${mark}&content=grep`)).total).toBe(1);
    expect((await list(`name=${mark}&pageSize=1&field=name&order=ascend`)).items).toHaveLength(1);
    expect((await call<Command[]>('GET', '/commands')).data.map(({ id }) => id)).toContain(found.id);
  });

  it.each([
    ['blank content', { content: ' \n ' }, 'content'],
    ['content beyond the limit', { content: 'x'.repeat(LIMITS.commandContent.max + 1) }, 'content'],
    ['a blank name', { name: '' }, 'name'],
    ['shared that is a word', { shared: 'true' }, 'shared'],
  ])('refuse %s', async (_what, body, path) => {
    expect(await call('POST', '/commands', { name: 'x', content: 'y', ...body })).toMatchObject({
      code: 400,
      fields: [{ path }],
    });
  });

  it('take content up to the limit', async () => {
    const content = 'x'.repeat(LIMITS.commandContent.max);
    expect((await aCommand({ content })).content).toBe(content);
  });

  it('do not take an owner from the body, only from the act that is for it', async () => {
    const person = await server.current.seedUser();
    const { id } = await aCommand({ owner: person.id });
    expect((await call('GET', `/commands/${id}`)).data).toMatchObject({ owner: SUPER_ADMIN_ID });
    expect(await call('POST', `/commands/${id}/change-owner?owner=nobody`)).toMatchObject({
      code: 404,
      error: 'user.not_found',
    });
    expect((await call('POST', `/commands/${id}/change-owner?owner=${person.id}`)).code).toBe(1);
    expect((await call('GET', `/commands/${id}`)).data).toMatchObject({
      owner: person.id,
      ownerName: `Nick ${person.id.slice(-8)}`,
    });
  });

  it('are deleted, several at once; one that is gone does not matter', async () => {
    const [first, second] = [await aCommand(), await aCommand()];
    expect(await call('DELETE', `/commands/${first.id},${second.id},gone`)).toMatchObject({ code: 1 });
    expect(await call('GET', `/commands/${first.id}`)).toMatchObject({
      code: 404,
      error: 'command.not_found',
    });
    expect(await call('PUT', `/commands/${first.id}`, { name: 'x', content: 'y' })).toMatchObject({
      code: 404,
    });
    expect(await call('DELETE', '/commands/gone')).toMatchObject({ code: 1 });
  });
});

describe('commands of one’s own', () => {
  it('are listed with the shared ones, and with nobody else’s', async () => {
    const worker = await aWorker();
    const stranger = await aWorker();
    const shared = await aCommand({ shared: true });
    const hidden = await aCommand();
    const all = (await worker.as<Command[]>('GET', '/worker/commands')).data.map(({ id }) => id);
    const page = (await worker.as<Page<Command>>('GET', '/worker/commands/paging?pageSize=1000')).data;
    for (const ids of [all, page.items.map(({ id }) => id)]) {
      expect(ids).toEqual(expect.arrayContaining([worker.own.id, shared.id]));
      expect(ids).not.toContain(stranger.own.id);
      expect(ids).not.toContain(hidden.id);
    }
    expect(page.total).toBe(page.items.length);
    const named = await worker.as<Page<Command>>('GET', `/worker/commands/paging?name=${stranger.own.name}`);
    expect(named.data).toEqual({ total: 0, items: [] });
  });

  it('may be read when own or shared; everything else is not there', async () => {
    const worker = await aWorker();
    const stranger = await aWorker();
    const shared = await aCommand({ shared: true });
    expect((await worker.as('GET', `/worker/commands/${worker.own.id}`)).code).toBe(1);
    expect((await worker.as('GET', `/worker/commands/${shared.id}`)).code).toBe(1);
    const foreign = await worker.as('GET', `/worker/commands/${stranger.own.id}`);
    const nothing = await worker.as('GET', '/worker/commands/nothing');
    expect(foreign).toMatchObject({ code: 404, error: 'command.not_found' });
    expect({ ...foreign, requestId: '' }).toEqual({ ...nothing, requestId: '' });
  });

  it('are never shared by their owner', async () => {
    const { as, own } = await aWorker();
    await as('PUT', `/worker/commands/${own.id}`, { ...own, shared: true });
    expect((await as<Command>('GET', `/worker/commands/${own.id}`)).data.shared).toBe(false);
    const made = await as<Command>('POST', '/worker/commands', { name: 'x', content: 'y', shared: true });
    expect(made.data.shared).toBe(false);
  });

  it('stop being shared when their owner rewrites them, but not when they are renamed', async () => {
    const { as, own } = await aWorker();
    await call('PUT', `/commands/${own.id}`, { name: own.name, content: own.content, shared: true });
    await as('PUT', `/worker/commands/${own.id}`, { name: 'renamed', content: own.content });
    expect((await call('GET', `/commands/${own.id}`)).data).toMatchObject({ name: 'renamed', shared: true });
    await as('PUT', `/worker/commands/${own.id}`, { name: 'renamed', content: 'rm -rf ~' });
    expect((await call('GET', `/commands/${own.id}`)).data).toMatchObject({
      content: 'rm -rf ~',
      shared: false,
    });
  });

  it.each([
    ['somebody else’s', (foreign: string) => foreign],
    ['a shared one', (_foreign: string, shared: string) => shared],
    ['nobody’s', () => 'nothing'],
  ])('cannot be reached through %s, by changing or deleting', async (_what, pick) => {
    const worker = await aWorker();
    const stranger = await aWorker();
    const shared = await aCommand({ shared: true });
    const id = pick(stranger.own.id, shared.id);
    const change = { name: 'mine now', content: 'x' };
    expect(await worker.as('PUT', `/worker/commands/${id}`, change)).toMatchObject({ code: 404 });
    expect(await worker.as('DELETE', `/worker/commands/${id}`)).toMatchObject({ code: 404 });
    // The family's server asked about the whole comma list, found nothing, and let it pass.
    for (const ids of [`${id},${worker.own.id}`, `${worker.own.id},${id}`, `${id},nothing`]) {
      expect(await worker.as('DELETE', `/worker/commands/${ids}`)).toMatchObject({
        code: 404,
        error: 'command.not_found',
      });
    }
    expect((await worker.as('GET', `/worker/commands/${worker.own.id}`)).code).toBe(1);
    expect((await stranger.as('GET', `/worker/commands/${stranger.own.id}`)).code).toBe(1);
    expect((await call('GET', `/commands/${shared.id}`)).data).toEqual(shared);
  });

  it('are changed and deleted by their owner, several at once', async () => {
    const { as, own } = await aWorker();
    const other = (await as<Command>('POST', '/worker/commands', { name: 'b', content: 'c' })).data;
    await as('PUT', `/worker/commands/${own.id}`, { name: 'new', content: 'new' });
    expect((await as('GET', `/worker/commands/${own.id}`)).data).toMatchObject({
      name: 'new',
      content: 'new',
    });
    expect(await as('DELETE', `/worker/commands/${own.id},${other.id}`)).toMatchObject({ code: 1 });
    expect((await as('GET', `/worker/commands/${own.id}`)).code).toBe(404);
    expect((await as('GET', `/worker/commands/${other.id}`)).code).toBe(404);
  });

  it('are out of reach after they were given away', async () => {
    const [giver, taker] = [await aWorker(), await aWorker()];
    await call('POST', `/commands/${giver.own.id}/change-owner?owner=${taker.id}`);
    expect((await giver.as('GET', `/worker/commands/${giver.own.id}`)).code).toBe(404);
    expect((await taker.as('DELETE', `/worker/commands/${giver.own.id}`)).code).toBe(1);
  });

  it('do not open the commands of everybody', async () => {
    const { as, own } = await aWorker();
    expect((await as('GET', '/commands/paging')).code).toBe(403);
    expect((await as('DELETE', `/commands/${own.id}`)).code).toBe(403);
  });
});
