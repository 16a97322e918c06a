// A desktop as others see it: watched live, ended by an administrator, and played afterwards.
import { networkInterfaces } from 'node:os';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { RawDesktop } from '../support/raw-desktop.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { useSharedDisplay } from '../support/shared-display.ts';

useSharedDisplay();
const browser = useBrowser();
let bed: SessionBed;
let desktop: RawDesktop | undefined;

beforeAll(async () => {
  bed = await SessionBed.start();
});
afterAll(async () => {
  desktop?.close();
  await bed.product.dispose();
});

/** The host shuts out an address from which wrong passwords came, as other tests send them: here another is used. */
function vncAddress(): string {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => address === '::1') ? '::1' : hosts.LOOPBACK;
}

async function openPage(path: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ baseURL: bed.product.url, theme });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

/** What the page shows of the desktop, in the desktop's own size, as a PNG; empty before there is something. */
function picture(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="screen"] canvas');
    return canvas && canvas.width > 0 ? canvas.toDataURL() : '';
  });
}

/** How many of the pixels of two pictures differ, from 0 to 1; all of them where their sizes do. */
function difference(page: Page, one: string, two: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (url) => {
          const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (!a || !b || a.width !== b.width || a.height !== b.height) {
        return 1;
      }
      let count = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const isSame = [0, 1, 2].every(
          (part) => Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) < 16,
        );
        count += isSame ? 0 : 1;
      }
      return count / (a.width * a.height);
    },
    [one, two],
  );
}

/** How bright the tile of a desktop is on the wall, from 0 to 255; 0 before it is drawn. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="desktop-thumbnail"]');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) {
      sum += data[at] ?? 0;
    }
    return data.length === 0 ? 0 : sum / (data.length / 4);
  });
}

/** The picture once it rests, and a moment at which it did. */
async function rested(page: Page): Promise<{ live: string; at: number }> {
  let found = { live: '', at: 0 };
  await expect
    .poll(
      async () => {
        const before = await picture(page);
        const at = Date.now();
        await page.waitForTimeout(300);
        const after = await picture(page);
        found = { live: after, at: Math.round((at + Date.now()) / 2) };
        return before === '' ? 1 : difference(page, before, after);
      },
      { ...PATIENT, interval: 100 },
    )
    .toBeLessThan(0.002);
  return found;
}

async function audited(action: string, id: string): Promise<number> {
  const path = `/audit-logs/paging?pageSize=100&action=${action}`;
  const { data } = await bed.admin.call<Rows<AuditLogRow>>('GET', path);
  return data.items.filter(({ objectId }) => objectId === id).length;
}

it('a desktop is watched, ended by an administrator, and played as it was seen', async () => {
  const { id: assetId } = await bed.make<Asset>('/assets', {
    name: 'vnc-01',
    protocol: 'vnc',
    ip: vncAddress(),
    port: hosts.vnc.port,
    accountType: 'custom',
    username: '',
    password: hosts.vnc.password,
  });
  const id = await bed.prepare(assetId);
  desktop = new RawDesktop(bed.product.url, id, bed.token);
  await expect.poll(() => desktop?.error ?? desktop?.hasPicture, PATIENT).toBe(true);
  // The eyes on the desktop follow the mouse.
  desktop.moveMouse(20, 700);

  const monitor = await openPage(`/guacd-monitor?sessionId=${id}&assetName=vnc-01&userName=admin`);
  await monitor.getByRole('status').filter({ hasText: '監看中' }).waitFor();
  const first = await rested(monitor);
  desktop.moveMouse(1000, 60);
  await expect.poll(async () => difference(monitor, first.live, await picture(monitor)), PATIENT).not.toBe(0);
  const second = await rested(monitor);
  await shot(monitor, 'guacd-monitor');

  const wall = await openPage('/online-session?view=wall');
  await expect.poll(() => brightness(wall), PATIENT).toBeGreaterThan(10);
  await shot(wall, 'desktop-wall');

  await monitor.getByRole('button', { name: '中斷連線' }).click();
  await monitor.getByRole('dialog').getByRole('button', { name: '中斷連線' }).click();
  await expect.poll(() => desktop?.error, PATIENT).toEqual({ reason: '已由管理員中斷連線', code: 802 });
  await monitor.getByText('已由管理員中斷連線').waitFor();
  expect(await bed.over(id)).toMatchObject({ code: 802, mode: 'guacd', recording: '1', reviewed: false });
  await expect.poll(() => audited('session.watched', id), PATIENT).toBe(2);

  // Where the pointer was is part of what is seen.
  const stream = await (await bed.fetch(`/sessions/${id}/recording`)).text();
  expect(stream).toContain(encodeInstruction('mouse', 1000, 60));
  const { data: outline } = await bed.admin.call<RecordingOutline>(
    'GET',
    `/sessions/${id}/recording/segments`,
  );
  const seconds = (moment: number) => (moment - outline.startedAt) / 1000;
  const player = await openPage(`/guacd-playback?sessionId=${id}&at=${seconds(first.at)}`, 'dark');
  /** The played picture is that one, and not the other, from which only the eyes and the clock tell it. */
  const shows = (live: string, other: string) => async () => {
    const played = await picture(player);
    const away = await difference(player, live, played);
    return away < 0.01 && away < (await difference(player, other, played));
  };
  await expect.poll(shows(first.live, second.live), PATIENT).toBe(true);
  await shot(player, 'guacd-playback-dark');
  await player.getByRole('slider').press('End');
  await expect.poll(shows(second.live, first.live), PATIENT).toBe(true);
  await player.getByRole('slider').press('Home');
  await player.getByRole('button', { name: '播放' }).click();
  await expect.poll(shows(second.live, first.live), PATIENT).toBe(true);

  const saving = player.waitForEvent('download');
  await player.getByRole('button', { name: '儲存目前畫面（PNG）' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^vnc-01-.*\.png$/);
  expect(await bed.row(id)).toMatchObject({ reviewed: true });
  expect(await audited('session.recording-read', id)).toBeGreaterThan(0);
  await player.getByRole('button', { name: '操作紀錄' }).click();
  await player.getByText('這段錄影沒有剪貼簿、檔案或鍵盤紀錄').waitFor();
  await player.setViewportSize({ width: 390, height: 844 });
  await shot(player, 'guacd-playback-phone');
}, 60_000);
