// Looking at files in Chromium, friendly and hostile ones, in a space and on a machine: what is in them never runs.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { settle, shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { newHostFolder, putOnHost } from '../support/host-files.ts';
import { ATTACK, film, pdfThat, PICTURE, silence } from '../support/preview-files.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { openPanel } from '../support/terminal-page.ts';

const browser = useBrowser();
let bed: SessionBed;
let assetId = '';
let spaceId = '';
/** On the host. */
let dir = '';

const PAGE = `<!doctype html><script>${ATTACK}</script><img src=x onerror="${ATTACK}">`;
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"><script>${ATTACK}</script></svg>`;
const SCRIPTED = pdfThat("/OpenAction << /S /JavaScript /JS (app.alert\\('ran'\\)) >>");

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  spaceId = (await bed.admin.call<{ id: string }>('GET', '/account/storage')).data.id;
  dir = await newHostFolder();
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await bed.product.dispose();
});

async function upload(name: string, bytes: Buffer): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const address = `${bed.product.url}/storages/${spaceId}/upload?dir=%2F`;
  const answer = await fetch(address, { method: 'POST', headers: { [TOKEN_HEADER]: bed.token }, body });
  expect(await answer.json()).toMatchObject({ code: 1 });
}

const PLACES = {
  space: {
    put: upload,
    open: async (page: Page): Promise<Locator> => {
      await signIn(page, { password: PASSWORD, path: '/file' });
      return page.getByRole('main');
    },
  },
  machine: {
    put: (name: string, bytes: Buffer) => putOnHost(join(dir, name), bytes),
    open: async (page: Page): Promise<Locator> => {
      await signIn(page, { password: PASSWORD, path: `/term?assetId=${assetId}&assetName=web-01` });
      await page.getByRole('status').getByText('已連線').waitFor();
      const panel = await openPanel(page, '檔案');
      await panel.getByLabel('路徑', { exact: true }).fill(dir);
      await panel.getByLabel('路徑', { exact: true }).press('Enter');
      return panel;
    },
  },
};

describe.each(['space', 'machine'] as const)('a file of a %s', (kind) => {
  const place = PLACES[kind];

  it('is shown as what its name says, and nothing in it runs', async () => {
    const page = await browser.newTerminalPage({ baseURL: bed.product.url });
    const attacks: string[] = [];
    page.on('dialog', (dialog) => attacks.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => request.url().includes('/ran') && attacks.push(request.url()));
    await page.goto('/login');
    const files: Record<string, Buffer> = {
      'picture.png': PICTURE,
      'sound.wav': silence(),
      'film.webm': await film(page),
      'paper.pdf': pdfThat(''),
      'notes.txt': Buffer.from(`玉門 ${ATTACK}`),
      'page.html': Buffer.from(PAGE),
      'drawing.svg': Buffer.from(DRAWING),
      'scripted.pdf': SCRIPTED,
      // What only has the name of it.
      'page.pdf': Buffer.from(PAGE),
      'drawing.png': Buffer.from(DRAWING),
      'page.mp4': Buffer.from(PAGE),
    };
    for (const [name, bytes] of Object.entries(files)) {
      await place.put(name, bytes);
    }
    const panel = await place.open(page);
    const look = async (name: string, check: (dialog: Locator) => Promise<void>) => {
      await panel.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name, exact: true });
      await check(dialog);
      await shot(page, `preview-${kind}-${name}`);
      await dialog.getByRole('button', { name: '關閉' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await settle(page);
    };
    const isRead = async (element: Locator) => {
      const state = () => element.evaluate((media) => (media as HTMLMediaElement).readyState);
      await expect.poll(state, PATIENT).toBeGreaterThan(0);
    };

    await look('picture.png', async (dialog) => {
      const picture = dialog.getByRole('img', { name: 'picture.png' });
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), PATIENT)
        .toBe(1);
    });
    await look('sound.wav', (dialog) => isRead(dialog.locator('audio')));
    await look('film.webm', (dialog) => isRead(dialog.locator('video')));
    await look('paper.pdf', async (dialog) => {
      await dialog.locator('iframe').waitFor();
      // The viewer of the browser has taken it, in a process of its own.
      const viewers = () => page.frames().filter((frame) => frame.url().startsWith('chrome-extension://'));
      await expect.poll(() => viewers().length, PATIENT).toBe(1);
    });
    const text = (holds: string) => async (dialog: Locator) => {
      await dialog.locator('.cm-content').getByText(holds).first().waitFor();
    };
    await look('notes.txt', text('玉門'));
    await look('page.html', text('<!doctype html>'));
    await look('drawing.svg', text('onload='));
    await look('scripted.pdf', (dialog) => dialog.getByText('這份 PDF 含有指令碼').waitFor());
    for (const name of ['page.pdf', 'drawing.png', 'page.mp4']) {
      await look(name, (dialog) => dialog.getByText('無法顯示這個檔案').waitFor());
    }
    expect(attacks).toEqual([]);
    expect(await page.evaluate(() => [document.title, 'ran' in window])).toEqual([
      expect.not.stringMatching('^ran$'),
      false,
    ]);
  });
});

it('a file that is fetched by its address is nothing a browser would open', async () => {
  await upload('page.html', Buffer.from(PAGE));
  await putOnHost(join(dir, 'page.html'), PAGE);
  const { id, terminal } = await bed.open(assetId);
  const paths = [
    `/storages/${spaceId}/download?file=%2Fpage.html`,
    `/sessions/${id}/download?file=${encodeURIComponent(join(dir, 'page.html'))}`,
  ];
  for (const path of paths) {
    const answer = await fetch(bed.product.url + path, { headers: { [TOKEN_HEADER]: bed.token } });
    expect(await answer.text()).toBe(PAGE);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
  terminal.leave();
});
