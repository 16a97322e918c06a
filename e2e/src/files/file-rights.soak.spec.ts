// What the server refuses of the files of a session, to a client that ignores the drawer; and what the drawer says of it.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Asset } from '@jadegate/contract/access/asset';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { CreatedSession } from '@jadegate/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { newHostFolder, putOnHost } from '../support/host-files.ts';
import { Product } from '../support/product.ts';
import { RawTerminal } from '../support/raw-terminal.ts';
import { openPanel } from '../support/terminal-page.ts';

const PASSWORD = 'a password for tests';
const MEI = { username: 'mei', password: 'a quiet harbour view' };
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let product: Product;
let admin: Client;
let assetId = '';
/** On the host, empty for each test. */
let dir = '';

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  assetId = await anAsset('web-01', 'ssh');
});
afterAll(() => product.dispose());
beforeEach(async () => {
  dir = await newHostFolder();
  return () => rm(dir, { recursive: true, force: true });
});

async function anAsset(name: string, protocol: 'ssh' | 'telnet'): Promise<string> {
  const { port, username, password } = protocol === 'ssh' ? hosts.ssh : hosts.telnet;
  const account = { ip: hosts.LOOPBACK, port, accountType: 'custom', username, password };
  const { id } = await admin.make<Asset>('/assets', { name, protocol, ...account });
  await admin.call('POST', `/assets/${id}/tcping`);
  return id;
}

describe('a client that ignores the drawer', () => {
  const mei = { client: undefined as Client | undefined, token: '', session: '' };
  let strategyId = '';
  const all = Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, true]));

  beforeAll(async () => {
    const { id } = await admin.make<{ id: string }>('/strategies', { name: 'files', ...all });
    strategyId = id;
    await admin.make('/users', { ...MEI, nickname: '陳美玲', type: 'user', mustChangePassword: false });
    const { data: people } = await admin.call<{ id: string; nickname: string }[]>('GET', '/users');
    const userIds = people.filter(({ nickname }) => nickname === '陳美玲').map((person) => person.id);
    await admin.make('/authorised/users', { userIds, assetId, strategyId });
    mei.client = new Client(product.url);
    const { data } = await mei.client.call<{ token: string }>('POST', '/login', MEI);
    mei.token = data.token;
    mei.client.useToken(mei.token);
  });

  async function opened(id: string): Promise<string> {
    const { data } = await new Client(product.url)
      .useToken(mei.token)
      .call<CreatedSession>('POST', `/sessions?assetId=${id}&mode=native`);
    const terminal = new RawTerminal(product.url, data.id, mei.token);
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
    return data.id;
  }

  const calls = (session: string) => {
    const raw = (op: string, body?: object) =>
      new Client(product.url).useToken(mei.token).call('POST', `/sessions/${session}/${op}`, body);
    const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
    return {
      upload: async () => {
        const address = `${product.url}/sessions/${session}/upload?${query({ dir, name: 'new' })}`;
        const headers = { [TOKEN_HEADER]: mei.token, 'content-type': 'application/octet-stream' };
        return (await fetch(address, { method: 'POST', headers, body: 'x' })).json() as Promise<object>;
      },
      download: async () => {
        const address = `${product.url}/sessions/${session}/download?${query({ file: `${dir}/file` })}`;
        const response = await fetch(address, { headers: { [TOKEN_HEADER]: mei.token } });
        return JSON.parse(await response.text()) as object;
      },
      delete: () => raw('rm', { file: `${dir}/file` }),
      rename: () => raw(`rename?${query({ oldName: `${dir}/file`, newName: `${dir}/other` })}`),
      edit: () => raw('edit', { file: `${dir}/file`, fileContent: 'changed' }),
      createDir: () => raw(`mkdir?${query({ dir: `${dir}/made` })}`),
    };
  };

  it('is refused each act whose flag the strategy lacks, from the moment on', async () => {
    await putOnHost(join(dir, 'file'), '"untouched"');
    const session = await opened(assetId);
    const acts = calls(session);
    for (const flag of Object.keys(acts) as (keyof typeof acts)[]) {
      await admin.call('PUT', `/strategies/${strategyId}`, { name: 'files', ...all, [flag]: false });
      expect([flag, await acts[flag]()]).toMatchObject([flag, { error: 'file.forbidden' }]);
    }
    expect(await readdir(dir)).toEqual(['file']);
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('"untouched"');
    const { data } = await admin.call<Rows<StorageLogRow>>(
      'GET',
      `/storage-logs/paging?sessionId=${session}`,
    );
    expect(data.items.map(({ action, result }) => `${action} ${result}`).toSorted()).toEqual(
      ['download', 'edit', 'mkdir', 'rename', 'rm', 'upload'].map((action) => `${action} failure`),
    );
    await admin.call('PUT', `/strategies/${strategyId}`, { name: 'files', ...all });
    expect(await acts.rename()).toMatchObject({ code: 1 });
  });

  it('finds no files where the protocol has none', async () => {
    const id = await anAsset('switch-01', 'telnet');
    const { data: people } = await admin.call<{ id: string; nickname: string }[]>('GET', '/users');
    const userIds = people.filter(({ nickname }) => nickname === '陳美玲').map((person) => person.id);
    await admin.make('/authorised/users', { userIds, assetId: id, strategyId });
    const session = await opened(id);
    const answer = await new Client(product.url)
      .useToken(mei.token)
      .call('POST', `/sessions/${session}/ls`, { dir: '/' });
    expect(answer.code).not.toBe(1);
    expect(answer.data).toBeUndefined();
  });

  it('and the drawer says so instead of offering what is refused', async () => {
    await putOnHost(join(dir, 'file'), 'x');
    await admin.call('PUT', `/strategies/${strategyId}`, {
      name: 'files',
      ...Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, false])),
    });
    const page = await browser.newTerminalPage({ baseURL: product.url, webgl: true });
    await signIn(page, { ...MEI, path: `/term?assetId=${assetId}&assetName=web-01&isWorker=true` });
    await page.getByRole('status').getByText('已連線').waitFor();
    const drawer = await openPanel(page, '檔案');
    await drawer.getByLabel('路徑', { exact: true }).fill(dir);
    await drawer.getByLabel('路徑', { exact: true }).press('Enter');
    await drawer.getByRole('row').filter({ hasText: 'file' }).first().waitFor();
    for (const name of [/上傳檔案/, /上傳資料夾/, /新增資料夾/]) {
      expect(await drawer.getByRole('button', { name }).first().isDisabled()).toBe(true);
    }
    await shot(page, 'files-refused');
  });
});
