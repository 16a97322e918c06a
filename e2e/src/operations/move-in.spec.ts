// Somebody moves in from Next Terminal, and goes on with the client they have: the family's own, with the old account, the old
// password and the old one-time codes.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { NextTerminalImport } from '@jadegate/contract/operations/next-terminal-import';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { FamilyClient } from '../support/family-client.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';

const PROGRAM = fileURLToPath(new URL('../../../server/src/testing/old-installation.ts', import.meta.url));
const KEY = 'the key of the old installation';
/** As the program writes them. */
const OLD = {
  password: 'U*U',
  totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  asset: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
  terminal: '14141414-1414-4414-8414-141414141414',
  desktop: '15151515-1515-4515-8515-151515151515',
};

let bed: SessionBed;

beforeAll(async () => {
  bed = await SessionBed.start();
  const { port, username, password } = hosts.ssh;
  const host = { ip: hosts.LOOPBACK, port, username, password };
  const wanted = { folder: join(bed.product.dataDir, 'next-terminal'), key: KEY, host };
  execFileSync(process.execPath, ['--conditions=source', PROGRAM, JSON.stringify(wanted)]);
});
afterAll(() => bed.product.dispose());

const settled = async (state: NextTerminalImport['state']) => {
  const look = async () =>
    (await bed.admin.call<{ current: NextTerminalImport | null }>('GET', '/next-terminal-import')).data
      .current;
  await expect.poll(async () => (await look())?.state, PATIENT).toBe(state);
  return look();
};

it('is brought by the console of its administrator', async () => {
  const place = { kind: 'folder', file: 'nt.db' };
  const options = { administrators: true, recordings: true, files: true };
  const begun = await bed.admin.call('POST', '/next-terminal-import', {
    place,
    encryptionKey: KEY,
    ...options,
  });
  expect(begun.code).toBe(1);
  await settled('looked');
  await bed.admin.call('POST', '/next-terminal-import/bring', { password: PASSWORD });
  const brought = await settled('brought');
  expect(brought?.report?.sections.find(({ section }) => section === 'recordings')).toMatchObject({
    brought: 2,
  });
  // The key of a host is not kept there: an administrator looks at it once.
  expect((await bed.admin.call<{ active: boolean }>('POST', `/assets/${OLD.asset}/tcping`)).data.active).toBe(
    true,
  );
});

it('the family’s client signs in with the old password and code, and opens the host', async () => {
  const client = new FamilyClient(bed.product.url);
  expect((await client.tryLogin('王小明', OLD.password)).code).toBe(100);
  const totp = new TOTP({ secret: Secret.fromBase32(OLD.totp) }).generate();
  const { code, data } = await client.tryLogin('王小明', OLD.password, totp);
  expect(code).toBe(1);
  client.token = data.token;
  const created = await client.request<{ id: string; upload: string; download: string }>(
    'POST',
    `/sessions?assetId=${OLD.asset}&mode=native`,
  );
  // As the strategy of old says.
  expect(created).toMatchObject({ code: 1, data: { upload: '1', download: '0' } });
  const terminal = client.terminal(`/sessions/${created.data.id}/ssh`, { cols: '80', rows: '24' });
  await expect.poll(() => terminal.text, PATIENT).toMatch(/[$#] $/);
  terminal.send('2echo moved-"$((6*7))"\r');
  await expect.poll(() => terminal.text, PATIENT).toContain('moved-42');
  terminal.send('2exit\r');
  await expect.poll(() => terminal.isClosed, PATIENT).toBe(true);
});

it('and an administrator of old plays what was recorded there', async () => {
  const client = new FamilyClient(bed.product.url);
  await client.login('boss', OLD.password);
  const page = await client.request<{ items: Record<string, unknown>[] }>(
    'GET',
    '/sessions/paging?status=disconnected&pageIndex=1&pageSize=10&field=&order=',
  );
  for (const [id, mode] of [
    [OLD.terminal, 'native'],
    [OLD.desktop, 'guacd'],
  ]) {
    expect(page.data.items.find((item) => item['id'] === id)).toMatchObject({ mode, recording: '1' });
  }
  const recording = async (id: string) => {
    const response = await fetch(`${bed.product.url}/sessions/${id}/recording?X-Auth-Token=${client.token}`);
    return response.text();
  };
  const [header = '', ...events] = (await recording(OLD.terminal)).trimEnd().split('\n');
  expect(JSON.parse(header)).toMatchObject({ version: 2, width: 80, height: 24 });
  expect(events.map((line) => JSON.parse(line) as unknown)).toContainEqual([
    3.25,
    'o',
    '五月的報表 imported words\r\n',
  ]);
  const desktop = await recording(OLD.desktop);
  expect(desktop).toContain('4.size,1.0,3.640,3.480;');
  expect(desktop).toContain('5.cfill,2.14,1.0,2.32,3.128,2.64,3.255;');
});
