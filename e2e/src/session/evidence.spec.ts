// Evidence of a session outside the product: verified and played from the disk without a network, and after any death.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { filesOf, HARMS, sourceOfBytes, zipOfFiles } from '@jadegate/contract/session/evidence/harm.builders';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { useBrowser } from '../support/browser.ts';
import { command } from '../support/command.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';

const CLI = fileURLToPath(new URL('../../../server/bin/jadegate.mjs', import.meta.url));
/** Three segments of recording. */
const LINES = 650_000;
const inflate = promisify(inflateRaw);
const browser = useBrowser();
let bed: SessionBed;
let folder = '';
let whole = '';
let fingerprint = '';
let recorded = '';
let asset = '';

async function exported(id: string, name: string): Promise<string> {
  const response = await fetch(`${bed.url}/sessions/${id}/evidence/export`, {
    headers: { [TOKEN_HEADER]: bed.token },
  });
  expect(response.headers.get('content-disposition')).toContain('.jgz');
  const file = join(folder, name);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

const archiveOf = async (file: string) =>
  filesOf(
    sourceOfBytes(await readFile(file), (packed, size) =>
      inflate(packed, { maxOutputLength: Math.max(1, size) }),
    ),
  );

beforeAll(async () => {
  bed = await SessionBed.start();
  folder = await mkdtemp(join(tmpdir(), 'jadegate-evidence-'));
  asset = await bed.asset('web-01', { port: hosts.ssh.port });
  const { id, terminal } = await bed.open(asset);
  recorded = id;
  terminal.type(`seq 1 ${LINES}; echo the-'very'-end; exit\r`);
  await bed.over(id, 60_000);
  whole = await exported(id, 'whole.jgz');
  const { stdout } = await command(process.execPath, [
    CLI,
    'evidence',
    'fingerprint',
    '--data-dir',
    bed.product.dataDir,
  ]);
  fingerprint = stdout.trim();
  // As an outsider does: out of the file itself.
  const files = await archiveOf(whole);
  await writeFile(join(folder, 'player.html'), files.get('player.html') ?? '');
  await writeFile(join(folder, 'jadegate-verify.mjs'), files.get('jadegate-verify.mjs') ?? '');
});
afterAll(async () => {
  await bed?.product.dispose();
  await rm(folder, { recursive: true, force: true });
});

const verify = (file: string, ...args: string[]) =>
  command(process.execPath, [join(folder, 'jadegate-verify.mjs'), file, ...args]);

async function player(): Promise<Page> {
  const page = await browser.newPage();
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(join(folder, 'player.html')).href);
  return page;
}

async function drop(page: Page, file: string | { name: string; buffer: Buffer }): Promise<void> {
  const given = typeof file === 'string' ? file : { ...file, mimeType: 'application/zip' };
  await page.locator('input[type=file]').setInputFiles(given);
}

describe('an outsider without the product and without a network', () => {
  it('verifies and plays what was recorded, and knows who signed it', async () => {
    const page = await player();
    await drop(page, whole);
    const report = page.locator('.report');
    await expect.poll(() => report.getAttribute('data-verdict'), PATIENT).toBe('whole');
    expect(await report.getAttribute('data-signer')).toBe('unknown');
    await page.locator('.fingerprint input').fill(fingerprint);
    await page.getByRole('button', { name: /^(比對|Compare)$/ }).click();
    await expect.poll(() => report.getAttribute('data-signer'), PATIENT).toBe('known');
    await page.getByRole('slider').press('End');
    const screen = async () => (await page.locator('.xterm-rows').innerText()).replaceAll('\u00a0', ' ');
    await expect.poll(screen, { ...PATIENT, timeout: 30_000 }).toContain('the-very-end');
    await page.locator('.fingerprint input').fill('ab'.repeat(32));
    await page.getByRole('button', { name: /^(比對|Compare)$/ }).click();
    await expect.poll(() => report.getAttribute('data-signer'), PATIENT).toBe('other');
    const { code, stdout } = await verify(whole, '--key-fingerprint', fingerprint, '--lang', 'en');
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Result: Whole: nothing was changed']);
  });

  it('is told in the browser what was done to it', async () => {
    const files = await archiveOf(whole);
    const page = await player();
    const said: unknown[] = [];
    for (const harm of HARMS) {
      const harmed = new Map(files);
      harm.do(harmed, 12_345);
      const file = join(folder, `${harm.name}.jgz`);
      await writeFile(file, zipOfFiles(harmed));
      await drop(page, file);
      await page.getByText(`${harm.name}.jgz`).waitFor();
      await page.locator('.report, [role=alert]').first().waitFor();
      await expect
        .poll(() => page.locator('.report').getAttribute('data-verdict'), PATIENT)
        .not.toBe('whole');
      said.push([
        harm.name,
        await page.locator('.report').getAttribute('data-verdict'),
        harm.codes.includes((await page.locator('.report').getAttribute('data-finding')) ?? ''),
      ]);
    }
    expect(said).toEqual(HARMS.map(({ name, verdict }) => [name, verdict, true]));
  });
});

describe('a product that died while it recorded', () => {
  it('left an incomplete recording, never an altered one, and its own check takes that for what it is', async () => {
    const { id, terminal } = await bed.open(asset);
    await bed.says(terminal, 'before the end');
    // Some of it is on the disk, and not all of that is signed.
    await sleep(1000);
    await bed.says(terminal, 'and then some');
    await bed.product.kill9();
    await bed.restart();
    await bed.over(id);
    await expect.poll(async () => (await bed.row(id)).recording, PATIENT).toBe('1');
    const file = await exported(id, 'killed.jgz');
    expect((await verify(file, '--key-fingerprint', fingerprint)).code).toBe(2);
    const { code, stdout } = await command(process.execPath, [
      CLI,
      'evidence',
      'verify',
      '--all',
      '--data-dir',
      bed.product.dataDir,
    ]);
    expect(stdout).toContain('1 whole, 1 incomplete, 0 altered');
    expect(code).toBe(0);
  });
});

describe('an administrator', () => {
  it('holds a session, which then nothing deletes, and lifts the hold', async () => {
    const page = await browser.newPage({ baseURL: bed.product.url });
    await signIn(page, { password: PASSWORD, path: '/evidence?activeKey=keys' });
    await page.getByText(fingerprint.slice(0, 8)).waitFor();
    await page.goto('/offline-session');
    await page
      .getByRole('button', { name: /的更多操作/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: '證據與保留' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: '立即檢查' }).click();
    await drawer.getByText('完整', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: '設定法律保留' }).click();
    const confirm = page.getByRole('dialog', { name: '設定法律保留？' });
    await confirm.getByRole('textbox').fill('案號 115-7');
    await confirm.getByRole('button', { name: '設定法律保留' }).click();
    await drawer.getByText('案號 115-7').waitFor();
    expect(await bed.admin.call('DELETE', `/sessions/${recorded}`)).toMatchObject({
      error: 'session.on_hold',
    });
    await page.goto('/evidence');
    await page.getByRole('button', { name: '解除保留' }).click();
    const lift = page.getByRole('dialog');
    await lift.getByRole('textbox').fill('結案');
    await lift.getByRole('button', { name: '解除保留' }).click();
    await page.getByText('結案').waitFor();
    expect((await bed.admin.call('DELETE', `/sessions/${recorded}`)).code).toBe(1);
    await page.goto('/evidence?activeKey=tombstones');
    await page.getByText('簽章相符').waitFor();
  });
});
