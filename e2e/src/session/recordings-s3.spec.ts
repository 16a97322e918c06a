// Recordings on S3: moved there when a session is over, whole after any death of the server, and played from there.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { useBrowser } from '../support/browser.ts';
import { createBucket } from '../support/bucket.ts';
import { command } from '../support/command.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';

const CLI = fileURLToPath(new URL('../../../server/bin/jadegate.mjs', import.meta.url));
/** Lines printed: two segments of recording. */
const LINES = 400_000;
const DEATHS = 5;

const browser = useBrowser();
let bed: SessionBed;
let env: Record<string, string>;
beforeAll(async () => {
  env = await createBucket();
  // Recorded without S3, so that the move begins when it is meant to.
  bed = await SessionBed.start();
});
afterAll(() => bed?.product.dispose());

const folderOf = (id: string) => join(bed.product.dataDir, 'recordings', id);

async function recorded(): Promise<string> {
  const asset = await bed.asset(`s3-${Date.now()}`, { port: hosts.ssh.port });
  const { id, terminal } = await bed.open(asset);
  terminal.type(`seq 1 ${LINES}; echo the-'very'-end; exit\r`);
  await expect
    .poll(async () => (await bed.row(id)).status, { ...PATIENT, timeout: 60_000 })
    .toBe('disconnected');
  return id;
}

const PRINTED = Array.from({ length: LINES }, (_, index) => `${index + 1}\r\n`).join('');

/** Every byte that was printed. */
async function expectWhole(id: string): Promise<void> {
  const text = await bed.recordedText(id);
  const begin = text.indexOf('1\r\n2\r\n');
  expect(text.slice(begin, begin + PRINTED.length) === PRINTED).toBe(true);
  expect(text.slice(begin + PRINTED.length)).toMatch(/^the-very-end\r\n/);
}

describe('a recording', () => {
  it.runIf(isSoak)(
    'is whole after the server died at five moments of moving it to S3, and is played from there',
    async () => {
      const id = await recorded();
      await expectWhole(id);
      expect((await readdir(folderOf(id))).length).toBeGreaterThan(1);
      await bed.product.kill9();
      for (let death = 0; death < DEATHS; death += 1) {
        await bed.restart({ env });
        await sleep(Math.random() * 600);
        await bed.product.kill9();
      }
      await bed.restart({ env });
      await expect.poll(() => existsSync(folderOf(id)), { ...PATIENT, timeout: 60_000 }).toBe(false);
      await expectWhole(id);

      const page = await browser.newPage({ baseURL: bed.product.url });
      await signIn(page, { password: PASSWORD, path: `/term-playback?sessionId=${id}&at=9999` });
      await page.getByLabel('播放位置').waitFor();
      await expect
        .poll(async () => (await page.locator('.xterm-rows').innerText()).replaceAll('\u00a0', ' '), PATIENT)
        .toContain('the-very-end');
    },
  );

  it('of an installation that had no S3 is moved by a command, and one in use when it is over, also after a death', async () => {
    if (isSoak) {
      await bed.product.stop();
      await bed.restart();
    }
    const id = await recorded();
    const { data: space } = await bed.admin.call<{ id: string }>('GET', '/account/storage');
    const form = new FormData();
    form.append('file', new Blob(['筆記']), 'note.txt');
    await bed.fetch(`/storages/${space.id}/upload?dir=/`, { method: 'POST', body: form });
    const { id: live, terminal } = await bed.open(await bed.asset('s3-02', { port: hosts.ssh.port }));
    terminal.type(`seq 1 ${LINES}; echo the-'very'-end\r`);
    await expect.poll(() => terminal.shown, { ...PATIENT, timeout: 60_000 }).toMatch(/^the-very-end\r$/m);
    const dataDir = { JADEGATE_DATA_DIR: bed.product.dataDir };
    const moved = await command(process.execPath, [CLI, 'storage', 'move'], { ...dataDir, ...env });
    expect(moved.stdout).toContain('1 recordings were moved to S3');
    expect(moved.stdout).toContain('1 files of storage spaces were moved to S3');
    expect(existsSync(folderOf(id))).toBe(false);
    expect(existsSync(folderOf(live))).toBe(true);
    const { error } = await bed.admin.call('GET', `/sessions/${id}/recording/segments/1`);
    expect(error).toBe('session.recording_away');

    await bed.product.kill9();
    await bed.restart({ env });
    await sleep(Math.random() * 600);
    await bed.product.kill9();
    await bed.restart({ env });
    await expect.poll(() => existsSync(folderOf(live)), { ...PATIENT, timeout: 60_000 }).toBe(false);
    await expectWhole(id);
    await expectWhole(live);
    expect(await (await bed.fetch(`/storages/${space.id}/download?file=/note.txt`)).text()).toBe('筆記');
  });
});
