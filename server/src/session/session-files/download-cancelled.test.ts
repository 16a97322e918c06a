import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { STALL_MS } from '../../http/open-call-limiter.ts';
import { FilesKit } from '../../testing/files-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const MB = 1_048_576;
const server = useTestServer();
const kit = new FilesKit(server);
const requests: IncomingMessage[] = [];

beforeAll(async () => {
  await kit.start();
  server.current.app.server.on('request', (request: IncomingMessage) => requests.push(request));
});
afterAll(() => kit.stop());

/** Whether any process still has the file open, as the target's file server would. */
async function isOpen(path: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    // Processes end while they are looked at.
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      if ((await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')) === path) {
        return true;
      }
    }
  }
  return false;
}

describe.runIf(process.platform === 'linux')('a download of which nobody takes a byte', () => {
  it.each(['a file', 'an archive'])('lets go of what it reads on the target: %s', async (what) => {
    const folder = await kit.newFolder();
    const path = join(folder, 'unread');
    await writeFile(path, randomBytes(24 * MB));
    const { data } = await kit.call<{ archiveId: string }>('POST', 'archive', { body: { files: [path] } });
    const address = `http://127.0.0.1:${kit.port}/sessions/${kit.session}`;
    const asked = what === 'a file' ? `download?file=${path}` : `archive?archiveId=${data.archiveId}`;
    const request = http.get(`${address}/${asked}`, { headers: { 'x-auth-token': kit.token } });
    await once(request, 'response');
    await expect.poll(() => isOpen(path), { timeout: 10_000 }).toBe(true);
    const { openCalls } = server.current.app;
    let now = 0;
    await vi.waitUntil(
      () => {
        openCalls.endStalled((now += 2 * STALL_MS));
        return openCalls.size === 0;
      },
      { timeout: 10_000, interval: 100 },
    );
    await expect.poll(() => isOpen(path), { timeout: 10_000 }).toBe(false);
    await expect
      .poll(() => kit.logOf(path), { timeout: 10_000 })
      .toMatchObject([{ action: 'download', result: 'failure' }]);
    request.destroy();
  });
});

describe.runIf(process.platform === 'linux')('a download that its reader gives up', () => {
  it.each(['before anything was read', 'in the middle', 'after a pause'])(
    'lets go of its connection and of the file: %s',
    async (when) => {
      const path = join(await kit.newFolder(), 'given-up');
      await writeFile(path, Buffer.alloc(64 * MB));
      const cancel = new AbortController();
      const query = new URLSearchParams({ file: path }).toString();
      const response = await fetch(`http://127.0.0.1:${kit.port}/sessions/${kit.session}/download?${query}`, {
        headers: { 'x-auth-token': kit.token },
        signal: cancel.signal,
      });
      const reader = response.body?.getReader();
      if (when === 'in the middle') {
        await reader?.read();
      } else if (when === 'after a pause') {
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const { socket } = requests.at(-1) ?? {};
      expect(socket?.destroyed).toBe(false);
      expect(await isOpen(path)).toBe(true);
      cancel.abort();
      await expect.poll(() => socket?.destroyed, { timeout: 10_000 }).toBe(true);
      await expect.poll(() => isOpen(path), { timeout: 10_000 }).toBe(false);
      await expect
        .poll(() => kit.logOf(path), { timeout: 10_000 })
        .toMatchObject([{ action: 'download', result: 'failure' }]);
    },
  );
});
