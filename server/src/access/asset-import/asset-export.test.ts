import type { AssetImportPreview } from '@jadegate/contract/access/asset-import';
import { beforeAll, describe, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { testKeys } from '../../testing/keys.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';

const server = useTestServer();
const kit = new AssetKit(server);
beforeAll(async () => {
  await kit.login();
  const credentialId = await kit.credential();
  const accessGatewayId = await kit.gateway();
  await kit.created({ name: '=HYPERLINK("x")', username: '@root', password: 'hush-1', tags: 'a,b' });
  await kit.created({ name: 'two, lines', description: 'one\ntwo', ip: '10.0.0.2', accessGatewayId });
  await kit.created({ name: 'by credential', ip: '10.0.0.3', accountType: 'credential', credentialId });
  const key = { accountType: 'private-key', privateKey: testKeys().ed25519 };
  await kit.created({ name: 'by key', ip: '10.0.0.4', ...key, backspace: '8' });
  const proxy = { 'socks-proxy-enable': true, 'socks-proxy-host': 'p', 'socks-proxy-port': 1080 };
  await kit.created({ name: 'by proxy', ip: '10.0.0.5', ...proxy, 'socks-proxy-password': 'hush-2' });
  await kit.created({ name: 'desk', protocol: 'rdp', ip: '2001:db8::1', port: 3389, username: '' });
});

async function file(query: Record<string, string> = {}): Promise<string> {
  const search = new URLSearchParams(query).toString();
  const { token } = kit;
  const response = await server.current.inject('GET', `/assets/export?${search}`, { token });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('jadegate-assets.csv');
  return response.body;
}

describe('an export', () => {
  it('holds every asset under a header in the reader’s language, without secrets or formulas', async () => {
    const text = await file();
    const [header = ''] = text.split('\r\n');
    expect(header).toBe(
      '\uFEFF名稱,協定,主機,連接埠,帳號,憑證,存取閘道,描述,標籤,socks-proxy-enable,socks-proxy-host,socks-proxy-port,backspace',
    );
    expect(text).toContain(`"'=HYPERLINK(""x"")",ssh,10.0.0.1,22,'@root,,,,a|b`);
    expect(text).not.toMatch(/hush|p@ss|PRIVATE KEY/);
  });

  it('holds only what the filters match, and says in the audit log how much', async () => {
    const text = await file({ protocol: 'rdp' });
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain('desk,rdp,2001:db8::1,3389');
    const { db } = server.current;
    const entries = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'asset.exported')
      .execute();
    expect(JSON.parse(entries.at(-1)?.detail ?? '')).toEqual({ rows: 1 });
  });

  it('is recognised row by row when it is imported again', async () => {
    const { data } = await upload<AssetImportPreview>(server.current, '/assets/import/preview', {
      token: kit.token,
      file: await file(),
    });
    expect(data.format).toBe('csv');
    expect(data.counts).toEqual({ new: 0, exists: 6, duplicate: 0, invalid: 0 });
    expect(data.rows.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(data.rows[0]?.cells.name).toBe('=HYPERLINK("x")');
  });

  it('reads more than a page', { timeout: 60_000 }, async () => {
    const rows = Array.from(
      { length: 1200 },
      (_one, index) => `page ${index},10.9.${index >> 7}.${index & 127}`,
    );
    await upload(server.current, '/assets/import/confirm', {
      token: kit.token,
      file: `name,host\n${rows.join('\n')}\n`,
    });
    const text = await file({ name: 'page ' });
    const names = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(new Set(names).size).toBe(1200);
    expect(names).toHaveLength(1200);
  });
});
