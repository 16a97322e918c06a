// On both engines: sorting and filtering.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { AssetKit } from '../../testing/assets.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeEach(() => kit.login());

describe('deleting', () => {
  it('removes several at once with all that is theirs; ids that are gone do not matter', async () => {
    const [first, second] = [await kit.created({ tags: 'gone-tag', charset: 'big5' }), await kit.created()];
    await kit.pinKey(first.id);
    const person = await server.current.seedUser();
    await server.current.db
      .insertInto('authorised')
      .values({
        id: newId(),
        asset_id: first.id,
        user_id: person.id,
        user_group_id: null,
        strategy_id: null,
        command_filter_id: null,
        starts_at: null,
        ends_at: null,
        time_period: '[]',
        created_at: 0,
      })
      .execute();
    expect((await kit.get(first.id)).authorisedUserCount).toBe(1);
    expect(await kit.remove(`${first.id},${second.id},gone`)).toMatchObject({ code: 1 });
    expect((await server.current.call('GET', `/assets/${first.id}`, { token: kit.token })).code).toBe(404);
    expect(await kit.secret(first.id, 'password')).toBeUndefined();
    expect(await kit.pinnedKeys(first.id)).toBe(0);
    for (const table of ['asset_tag', 'asset_attribute', 'authorised'] as const) {
      const rows = await server.current.db
        .selectFrom(table)
        .selectAll()
        .where('asset_id', '=', first.id)
        .execute();
      expect(rows).toEqual([]);
    }
    expect((await kit.audited(first.id)).at(-1)).toMatchObject({ action: 'asset.deleted' });
  });

  it('frees the credential it used', async () => {
    const credentialId = await kit.credential();
    const { id } = await kit.created({ accountType: 'credential', credentialId });
    const free = () => server.current.call('DELETE', `/credentials/${credentialId}`, { token: kit.token });
    expect(await free()).toMatchObject({ error: 'credential.in_use' });
    await kit.remove(id);
    expect(await free()).toMatchObject({ code: 1 });
  });
});

describe('listing', () => {
  it('filters by name, protocol, network, tags, state, owner, and counts what it filters', async () => {
    const mark = newId();
    const [a, b, c] = [
      await kit.created({ name: `${mark} a`, tags: `${mark},db`, ip: '10.9.8.7', port: 2222 }),
      await kit.created({ name: `${mark} b`, tags: mark, protocol: 'rdp', port: 3389 }),
      await kit.created({ name: `${mark} c`, ip: '2001:db8::99' }),
    ];
    const person = await server.current.seedUser();
    await server.current.db
      .updateTable('asset')
      .set({ active: 1, owner_id: person.id })
      .where('id', '=', a.id)
      .execute();
    await server.current.db.updateTable('asset').set({ active: 0 }).where('id', '=', b.id).execute();
    const found = async (query: Record<string, string>) => {
      const { data } = await kit.list({ name: mark, field: 'name', order: 'ascend', ...query });
      expect(data.total).toBe(data.items.length);
      return data.items.map((row) => row.name.slice(-1)).join('');
    };
    expect(await found({})).toBe('abc');
    expect(await found({ order: 'descend' })).toBe('cba');
    expect(await found({ protocol: 'rdp' })).toBe('b');
    expect(await found({ tags: mark })).toBe('ab');
    expect(await found({ tags: `${mark},db` })).toBe('a');
    expect(await found({ tags: `${mark},nothing` })).toBe('');
    expect(await found({ ip: '10.9.8' })).toBe('a');
    expect(await found({ ip: 'db8::9' })).toBe('c');
    expect(await found({ port: '2222' })).toBe('a');
    expect(await found({ active: 'true' })).toBe('a');
    expect(await found({ active: 'false' })).toBe('bc');
    expect(await found({ state: 'unknown' })).toBe('c');
    expect(await found({ state: 'down' })).toBe('b');
    expect(await found({ owner: person.id })).toBe('a');
    expect(await found({ owner: '', protocol: '', tags: '', ip: '', port: '', active: '' })).toBe('abc');
    expect(c.ip).toBe('2001:db8::99');
  });

  describe('sorts', () => {
    const mark = newId();
    /** By each column they stand in another order, or with something that never happened at another place. */
    const ASSETS = {
      one: { name: 'b', protocol: 'telnet', ip: '10.0.0.1', active: 0, created_at: 300, checked_at: 20 },
      two: { name: 'c', protocol: 'rdp', ip: '10.0.0.3', active: 1, created_at: 100, last_access_at: 5 },
      three: {
        name: 'a',
        protocol: 'ssh',
        ip: '10.0.0.2',
        created_at: 200,
        last_access_at: 9,
        checked_at: 10,
      },
    } as const;

    beforeAll(async () => {
      await kit.login();
      const never = { active: null, last_access_at: null, checked_at: null };
      for (const { name, ...values } of Object.values(ASSETS)) {
        const { id } = await kit.created({ name: `${mark} ${name}` });
        await server.current.db
          .updateTable('asset')
          .set({ ...never, ...values })
          .where('id', '=', id)
          .execute();
      }
    });

    const sorted = async (field: string, order: string) =>
      (await kit.list({ name: mark, field, order })).data.items.map(
        (row) => Object.entries(ASSETS).find(([, { ip }]) => ip === row.ip)?.[0],
      );

    it.each([
      ['name', ['three', 'one', 'two']],
      ['protocol', ['two', 'three', 'one']],
      ['ip', ['one', 'three', 'two']],
      ['active', ['three', 'one', 'two']],
      ['created', ['two', 'three', 'one']],
      ['lastAccessTime', ['one', 'two', 'three']],
      ['checked', ['two', 'three', 'one']],
    ])('by %s', async (field, expected) => {
      expect(await sorted(field, 'ascend')).toEqual(expected);
      expect(await sorted(field, 'descend')).toEqual(expected.toReversed());
    });

    it('by when they were created where that is no column', async () => {
      expect(await sorted('password', 'ascend')).toEqual(['two', 'three', 'one']);
      expect(await sorted('password', 'descend')).toEqual(['one', 'three', 'two']);
    });
  });

  it('puts what was never used last when the latest comes first', async () => {
    const mark = newId();
    const [used] = [
      await kit.created({ name: `${mark} used` }),
      await kit.created({ name: `${mark} never` }),
    ];
    await server.current.db
      .updateTable('asset')
      .set({ last_access_at: 5 })
      .where('id', '=', used.id)
      .execute();
    const names = async (order: string) =>
      (await kit.list({ name: mark, field: 'lastAccessTime', order })).data.items.map((row) =>
        row.name.slice(37),
      );
    expect(await names('descend')).toEqual(['used', 'never']);
    expect(await names('ascend')).toEqual(['never', 'used']);
  });

  it('refuses a port that is none', async () => {
    expect(await kit.list({ port: 'abc' })).toMatchObject({ code: 400 });
  });

  it('offers names to pickers, by protocol, and every tag once', async () => {
    const tags = 'zz-one,zz-two';
    const { id, name } = await kit.created({ protocol: 'vnc', port: 5900, tags });
    await kit.created({ tags: 'zz-two' });
    const options = (query: Record<string, string>) =>
      server.current.call<object[]>('GET', '/assets', { token: kit.token, query });
    expect((await options({ protocol: 'vnc' })).data).toEqual([{ id, name, tags }]);
    expect((await options({ protocol: '' })).data).toContainEqual({ id, name, tags });
    const { data } = await server.current.call<string[]>('GET', '/tags', { token: kit.token });
    expect(data.filter((tag) => tag.startsWith('zz-'))).toEqual(['zz-one', 'zz-two']);
  });
});

describe('the target to connect to', () => {
  it('has address, proxy, gateway and account', async () => {
    const gatewayId = await kit.gateway();
    const { id } = await kit.created({
      accessGatewayId: gatewayId,
      'socks-proxy-enable': true,
      'socks-proxy-host': 'proxy',
      'socks-proxy-port': 1080,
      'socks-proxy-username': 'me',
      'socks-proxy-password': 'socks-secret',
    });
    const { assetTargets } = server.current.services;
    const target = await assetTargets.resolve(id);
    expect(target).toMatchObject({
      host: '10.0.0.1',
      port: 22,
      protocol: 'ssh',
      route: { gatewayId, socks: { host: 'proxy', port: 1080, username: 'me' } },
    });
    expect(target?.route.socks?.password?.expose()).toBe('socks-secret');
    const account = await target?.account();
    expect(account?.username).toBe('root');
    expect(account?.auth?.kind === 'password' && account.auth.password.expose()).toBe('p@ss');
    expect(await assetTargets.resolve('nothing')).toBeUndefined();
  });

  it('takes the account of its credential', async () => {
    const { id } = await kit.created({
      accountType: 'credential',
      credentialId: await kit.credential('private-key'),
    });
    const account = await (await server.current.services.assetTargets.resolve(id))?.account();
    expect(account).toMatchObject({ username: 'root', auth: { kind: 'key' } });
  });
});
