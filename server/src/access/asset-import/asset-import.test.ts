import type { AssetImportPreview, AssetImportResult } from '@jadegate/contract/access/asset-import';
import { beforeAll, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { testKeys } from '../../testing/keys.ts';
import { longestHold } from '../../testing/longest-hold.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeAll(() => kit.login());

type Fields = Record<string, string>;
interface Plain {
  successCount: number;
  errorCount: number;
  data: Record<string, string>;
}

const preview = (file: string | Buffer, fields: Fields = {}, token = kit.token) =>
  upload<AssetImportPreview>(server.current, '/assets/import/preview', { token, file, fields });
const confirm = (file: string | Buffer, fields: Fields = {}, token = kit.token) =>
  upload<AssetImportResult>(server.current, '/assets/import/confirm', { token, file, fields });
const plain = (file: string | Buffer, token = kit.token) =>
  upload<Plain>(server.current, '/assets/import', { token, file });

const states = ({ data }: { data: AssetImportPreview }) => data.rows.map(({ state }) => state);
const said = ({ data }: { data: AssetImportPreview }, index: number) =>
  data.rows[index]?.errors.map(({ field, message }) => `${field} ${message}`);

async function find(name: string) {
  const { items } = (await kit.list({ name })).data;
  const row = items.find((one) => one.name === name);
  return row && kit.get(row.id);
}

async function count(): Promise<number> {
  return (await kit.list()).data.total;
}

async function imports() {
  const { db } = server.current;
  const rows = await db.selectFrom('audit_log').selectAll().where('action', '=', 'asset.imported').execute();
  return rows.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>);
}

describe('the product family’s import', () => {
  it('adds the good rows with their secrets and answers what is wrong with the others', async () => {
    const key = testKeys().ed25519.replaceAll('"', '""');
    const { data } = await plain(
      [
        '\uFEFFfamily one,ssh,10.1.0.1,22,root,s3cret,,,hello,a|b',
        'family short,ssh,10.1.0.2',
        'family port,ssh,10.1.0.3,abc,root,,,,',
        'family what,gopher,10.1.0.4,22,root,,,,',
        `family key,ssh,10.1.0.5,22,root,,"${key}",,,`,
        'family bad key,ssh,10.1.0.6,22,root,,not a key,,,',
      ].join('\r\n'),
    );
    expect([data.successCount, data.errorCount]).toEqual([2, 4]);
    expect(Object.keys(data.data)).toEqual(['1', '2', '3', '5']);
    expect(data.data['1']).toBe('名稱：此行有 3 欄，應為 9–10 欄');
    expect(data.data['2']).toBe('連接埠：必須是 1 到 65535 的整數');
    expect(data.data['3']).toMatch(/^協定：必須是下列其中之一/);
    expect(data.data['5']).toMatch(/^私密金鑰：/);
    const one = await find('family one');
    expect(one).toMatchObject({ ip: '10.1.0.1', tags: 'a,b', description: 'hello', accountType: 'custom' });
    expect(await kit.secret(one?.id ?? '', 'password')).toBe('s3cret');
    const byKey = await find('family key');
    expect(byKey).toMatchObject({ accountType: 'private-key', stored: ['privateKey'] });
    expect(await find('family short')).toBeUndefined();
  });

  it('is refused for a file that is empty or not UTF-8, and writes nothing', async () => {
    const before = await count();
    expect((await plain('')).error).toBe('asset_import.empty');
    expect((await plain(Buffer.from('a4a4a4e52c737368', 'hex'))).error).toBe('csv.not_utf8');
    expect(await count()).toBe(before);
  });
});

describe('a preview', () => {
  it('says of each row what would become of it, and writes nothing', async () => {
    await kit.created({ name: 'here', ip: 'Here.example', username: 'root' });
    const before = await count();
    const seen = await preview(
      [
        'name,host,port,username,password,protocol',
        'new,10.2.0.1,22,root,hush,',
        'again,here.EXAMPLE,22,root,,ssh',
        'other account,here.example,22,admin,,ssh',
        'twice,10.2.0.1,22,root,,ssh',
        ',bad host,0,root,,ssh',
      ].join('\n'),
    );
    expect(seen.data.format).toBe('csv');
    expect(states(seen)).toEqual(['new', 'exists', 'new', 'duplicate', 'invalid']);
    expect(seen.data.counts).toEqual({ new: 2, exists: 1, duplicate: 1, invalid: 1 });
    expect(said(seen, 1)).toEqual(['host 已有相同帳號與位址的資產「here」']);
    expect(said(seen, 3)).toEqual(['host 與第 2 行重複']);
    expect(said(seen, 4)?.map((text) => text.split(' ')[0])).toEqual(['port', 'name', 'host']);
    expect(JSON.stringify(seen)).not.toContain('hush');
    expect(await count()).toBe(before);
  });

  it('takes what rows leave out from the choices, and holds names against what there is', async () => {
    const credentialId = await kit.credential('private-key');
    const gatewayId = await kit.gateway();
    const options = { credentialId, accessGatewayId: gatewayId, tags: 'imported,x', protocol: 'ssh' };
    const file = [
      'name,host,password,credential,gateway,protocol',
      'choices,10.3.0.1,,,,',
      'choices own,10.3.0.2,mine,,,',
      'choices unknown,10.3.0.3,,nothing,nowhere,',
      'choices unfit,10.3.0.4,,,,rdp',
    ].join('\n');
    const seen = await preview(file, options);
    expect(states(seen)).toEqual(['new', 'new', 'invalid', 'invalid']);
    expect(said(seen, 2)).toEqual(['credential 找不到憑證「nothing」', 'gateway 找不到存取閘道「nowhere」']);
    expect(said(seen, 3)?.[0]).toMatch(/^credential /);
    expect((await confirm(file, options)).data).toMatchObject({ created: 2, duplicates: 0, invalid: 2 });
    expect(await find('choices')).toMatchObject({
      credentialId,
      accessGatewayId: gatewayId,
      tags: 'imported,x',
    });
    expect(await find('choices own')).toMatchObject({ accountType: 'custom', stored: ['password'] });
  });

  it('warns of what does not come along', async () => {
    const seen = await preview('Host jumped\n  HostName 10.4.0.1\n  ProxyJump nowhere\nHost *\n  User me\n');
    expect(seen.data).toMatchObject({
      format: 'ssh-config',
      notes: [{ line: 4, message: '「*」是萬用字元，不是一台主機；其設定已套用到符合的主機' }],
      rows: [
        {
          state: 'new',
          cells: { username: 'me' },
          warnings: [{ field: 'gateway', message: '找不到與跳板「nowhere」同名的存取閘道，將直接連線' }],
        },
      ],
    });
    const unused = await preview(
      'name,host,protocol,color-depth,pod\na,10.4.0.2,ssh,16,\nb,10.4.0.3,kubernetes,,\n',
    );
    expect(unused.data.rows[0]?.warnings).toMatchObject([{ field: 'color-depth' }]);
    expect(said(unused, 1)).toEqual(['pod 此欄位為必填']);
  });

  it('is refused for choices that are not there', async () => {
    expect((await preview('host\nh\n', { credentialId: 'gone' })).error).toBe('credential.not_found');
    expect((await preview('host\nh\n', { accessGatewayId: 'gone' })).error).toBe('access_gateway.not_found');
    expect((await preview('host\nh\n', { owner: 'gone' })).error).toBe('user.not_found');
    expect((await preview('host\nh\n', { format: 'excel' })).error).toBe('validation');
    expect((await preview('host\nh\n', { surprise: 'x' })).error).toBe('validation');
    expect((await preview(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).error).toBe('upload.too_large');
  });
});

describe('an import', () => {
  it('creates repeated rows only when that was chosen', async () => {
    const file = 'name,host\nrepeat one,10.5.0.1\nrepeat two,10.5.0.1\n';
    expect((await confirm(file)).data).toMatchObject({ created: 1, duplicates: 1, invalid: 0 });
    expect((await confirm(file)).data).toMatchObject({ created: 0, duplicates: 2, invalid: 0 });
    expect((await confirm(file, { duplicates: 'create' })).data).toMatchObject({
      created: 2,
      duplicates: 0,
      invalid: 0,
    });
  });

  it('gives assets to somebody else only by the right to do so', async () => {
    const helper = await server.current.loginAs({ type: 'admin', menus: ['asset-import'] });
    const giver = await server.current.loginAs({
      type: 'admin',
      menus: ['asset-import', 'asset-change-owner'],
    });
    const file = 'name,host\ngiven,10.6.0.1\n';
    expect((await confirm(file, { owner: giver.id }, helper.token)).error).toBe(
      'asset_import.owner_forbidden',
    );
    expect(await find('given')).toBeUndefined();
    expect((await confirm(file, { owner: helper.id }, giver.token)).data.created).toBe(1);
    expect(await find('given')).toMatchObject({ owner: helper.id });
    expect((await confirm('name,host\nown,10.6.0.2\n', {}, helper.token)).data.created).toBe(1);
    expect(await find('own')).toMatchObject({ owner: helper.id });
  });

  it('is refused without the right', async () => {
    const { token } = await server.current.loginAs({
      type: 'admin',
      menus: ['asset', 'asset-add', 'asset-edit'],
    });
    const file = 'host\n10.7.0.1\n';
    const codes = [await preview(file, {}, token), await confirm(file, {}, token), await plain(file, token)];
    expect(codes.map(({ code }) => code)).toEqual([403, 403, 403]);
    expect((await server.current.call('GET', '/assets/export', { token })).code).toBe(403);
  });

  it(
    'writes thousands in one transaction, leaves the bad ones out, and knows them again',
    { timeout: 120_000 },
    async () => {
      const lines = Array.from({ length: 5000 }, (_one, index) => {
        const host = `10.${100 + (index >> 14)}.${(index >> 7) & 127}.${index & 127}`;
        const port = index % 100 === 7 ? 'none' : '22';
        return `bulk ${index},ssh,${host},${port},root,secret-${index},bulk|n${index % 10},127`;
      });
      const file = `name,protocol,host,port,username,password,tags,backspace\n${lines.join('\n')}\n`;
      const before = await count();
      const seen = await preview(file);
      expect(seen.data.counts).toEqual({ new: 4950, exists: 0, duplicate: 0, invalid: 50 });
      expect(await count()).toBe(before);
      expect((await confirm(file)).data).toMatchObject({ created: 4950, duplicates: 0, invalid: 50 });
      expect(await count()).toBe(before + 4950);
      const written = await find('bulk 4321');
      expect(written).toMatchObject({ tags: 'bulk,n1', backspace: '127', stored: ['password'] });
      expect(await kit.secret(written?.id ?? '', 'password')).toBe('secret-4321');
      expect(await kit.audited(written?.id ?? '')).toMatchObject([{ action: 'asset.created' }]);
      expect((await imports()).at(-1)).toMatchObject({ format: 'csv', created: 4950, invalid: 50 });
      expect((await server.current.services.audit.verify()).brokenAt).toBeUndefined();
      expect((await preview(file)).data.counts).toEqual({ new: 0, exists: 4950, duplicate: 0, invalid: 50 });
      expect((await confirm(file)).data).toMatchObject({ created: 0, duplicates: 4950, invalid: 50 });
      expect(await count()).toBe(before + 4950);
    },
  );

  it('writes nothing when one of its rows cannot be written', async () => {
    const before = await count();
    const { db, services } = server.current;
    const actor = { language: 'zh-TW', userId: 'nobody', username: 'x', address: '', requestId: '' } as never;
    const input = {
      name: 'half',
      protocol: 'ssh',
      ip: 'h',
      port: 22,
      tags: [],
      description: '',
      accessGatewayId: null,
    };
    const account = { accountType: 'custom', username: '', credentialId: null, put: {}, remove: [] };
    const good = { input, account } as never;
    const lost = { input: { ...input, accessGatewayId: 'gone' }, account } as never;
    await expect(
      services.database.transact((tx) => services.assets.createMany(actor, [good, lost], tx)),
    ).rejects.toMatchObject({ code: 'access_gateway.not_found' });
    expect(await count()).toBe(before);
    expect(await db.selectFrom('asset').selectAll().where('name', '=', 'half').execute()).toEqual([]);
  });

  it('does not hold up other requests', { timeout: 60_000 }, async () => {
    const lines = Array.from(
      { length: 3000 },
      (_one, index) => `loop ${index},10.200.${index >> 7}.${index & 127}`,
    );
    const longest = await longestHold(() => preview(`name,host\n${lines.join('\n')}\n`));
    // Far below the seconds that all rows take together.
    expect(longest).toBeLessThan(500);
  });
});
