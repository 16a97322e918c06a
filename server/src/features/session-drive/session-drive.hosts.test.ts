// The drive of a real RDP host: guacd carries it, xrdp mounts it, and its account reads and writes there.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { encodeInstruction } from '@jadegate/contract/guac-instruction';
import type { CreatedSession } from '@jadegate/contract/session';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { newId } from '../../kernel/id.ts';
import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { AssetKit } from '../../testing/assets.ts';
import { rdpHost } from '../../testing/desktop-hosts.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 30_000, interval: 100 };
const run = promisify(execFile);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const server = useTestServer();
const assets = new AssetKit(server);
const sockets: WebSocket[] = [];
let port = 0;

beforeAll(async () => {
  await assets.login();
  await server.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.current.app.server.address() as AddressInfo).port;
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));

/** Opens a desktop and draws nothing of it. */
async function opened(flags: object = {}) {
  const { host, ...account } = rdpHost;
  const asset = await assets.created({
    protocol: 'rdp',
    ip: host,
    accountType: 'custom',
    ...account,
    'enable-drive': true,
  });
  await server.current.call('POST', `/assets/${asset.id}/tcping`, { token: assets.token });
  const query = { assetId: asset.id, mode: 'guacd' };
  const { data } = await server.current.call<CreatedSession>('POST', '/sessions', {
    token: assets.token,
    query,
  });
  const changed = { flags: JSON.stringify({ ...ALL, ...flags }) };
  await server.current.db.updateTable('session').set(changed).where('id', '=', data.id).execute();
  const address = new URLSearchParams({
    'X-Auth-Token': assets.token,
    width: '800',
    height: '600',
    dpi: '96',
  });
  const at = `127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://${at}/sessions/${data.id}/tunnel?${address.toString()}`, ['guacamole'], {
    headers: { origin: `http://${at}` },
  });
  sockets.push(socket);
  const heard = { opcodes: new Set<string>() };
  socket.on('message', (message: Buffer) => {
    for (const { opcode, args } of new InstructionReader().read(message)) {
      heard.opcodes.add(opcode);
      if (opcode === 'sync') {
        socket.send(encodeInstruction('sync', args[0] ?? ''));
      }
    }
  });
  await expect.poll(() => heard.opcodes.has('sync'), PATIENT).toBe(true);
  return { ...data, heard };
}

const ALL = {
  upload: true,
  download: true,
  delete: true,
  rename: true,
  edit: true,
  createDir: true,
  copy: true,
  paste: true,
};

/** On the remote machine, as the account that is logged in there. */
async function onHost(command: string): Promise<string> {
  const script = `cd ~/thinclient_drives/GUACFS && ${command}`;
  const as = ['--reuid=tgt', '--regid=tgt', '--init-groups', '--reset-env'];
  const { stdout } = await run('setpriv', [...as, 'bash', '-c', script]);
  return stdout.trim();
}

const call = (id: string, method: 'GET' | 'POST', op: string, sent: object = {}) =>
  server.current.call(method, `/sessions/${id}/${op}`, { token: assets.token, ...sent });

async function upload(id: string, name: string, bytes: Uint8Array) {
  const query = new URLSearchParams({ dir: '/', name }).toString();
  const response = await fetch(`http://127.0.0.1:${port}/sessions/${id}/upload?${query}`, {
    method: 'POST',
    headers: { 'x-auth-token': assets.token, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  });
  return (await response.json()) as { code: number; error?: string };
}

async function download(id: string, file: string): Promise<Buffer> {
  const query = new URLSearchParams({ file }).toString();
  const response = await fetch(`http://127.0.0.1:${port}/sessions/${id}/download?${query}`, {
    headers: { 'x-auth-token': assets.token },
  });
  return Buffer.from(await response.arrayBuffer());
}

describe('the drive of an RDP host', () => {
  it('carries a file in and one out, byte for byte, and is gone with the session', async () => {
    const { id, fileSystem, heard } = await opened();
    expect(fileSystem).toBe('1');
    const bytes = randomBytes(1_500_000);
    const name = `進-${newId()}.bin`;
    expect(await upload(id, name, bytes)).toMatchObject({ message: 'success' });
    await expect.poll(() => onHost(`sha256sum < '${name}'`).catch(String), PATIENT).toBe(`${sha(bytes)}  -`);
    const back = `out-${newId()}`;
    await onHost(`head -c 700000 /dev/urandom > /tmp/${back} && cp /tmp/${back} ${back}`);
    const sum = (await onHost(`sha256sum < /tmp/${back}; rm /tmp/${back}`)).slice(0, 64);
    expect(sha(await download(id, `/${back}`))).toBe(sum);
    const logs = async () =>
      (
        await server.current.call<{ items: { action: string; checksum: string }[] }>(
          'GET',
          '/storage-logs/paging',
          { token: assets.token, query: { sessionId: id, fileName: back } },
        )
      ).data.items.map(({ action, checksum }) => `${action} ${checksum}`);
    await expect.poll(logs, PATIENT).toEqual(expect.arrayContaining([`upload ${sum}`, `download ${sum}`]));
    // Nobody comes to it past our calls.
    expect(heard.opcodes).not.toContain('filesystem');
    await call(id, 'POST', 'disconnect');
    await expect.poll(() => readdirSync(join(server.current.dataDir, 'drives')), PATIENT).not.toContain(id);
  }, 60_000);

  it.each([
    ['upload', (id: string) => upload(id, 'x', Buffer.from('x'))],
    ['download', (id: string) => call(id, 'GET', 'download', { query: { file: '/a' } })],
    ['delete', (id: string) => call(id, 'POST', 'rm', { body: { file: '/a' } })],
    ['rename', (id: string) => call(id, 'POST', 'rename', { query: { oldName: '/a', newName: '/b' } })],
    ['edit', (id: string) => call(id, 'POST', 'edit', { body: { file: '/a', fileContent: 'x' } })],
    ['createDir', (id: string) => call(id, 'POST', 'mkdir', { query: { dir: '/d' } })],
  ])(
    'refuses %s without its flag',
    async (flag, attempt) => {
      const { id } = await opened({ [flag]: false });
      expect(await attempt(id)).toMatchObject({ code: -1, error: 'file.forbidden' });
      const stranger = await server.current.loginAs({ type: 'user' });
      expect(await call(id, 'POST', 'ls', { body: { dir: '/' }, token: stranger.token })).toMatchObject({
        error: 'session.not_found',
      });
    },
    60_000,
  );
});
