// The browser itself is killed in the middle of a session, while the target keeps printing.
import type { RecordingHit } from '@jadegate/contract/session/session-recording';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { shot, TestBrowser, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PASSWORD, PATIENT, SessionBed, ticks } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';
import { connected, lines, openTerminal, run, shows } from '../support/terminal-page.ts';

/** In the soak, also with several servers. `chaos-product` kills a client that is no browser in every run. */
const isLong = isSoak || process.env['JADEGATE_E2E_SERVERS'] !== undefined;
const COUNT = 300;
const GRACE_SECONDS = 6;
const COUNTING = `i=0; while [ $i -lt ${COUNT} ]; do echo "tick $i."; i=$((i+1)); sleep 0.1; done; echo all-$((40+2))`;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

const next = useBrowser();
let victim: TestBrowser;
let bed: SessionBed;
let sshd: OwnSshd;
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  sshd = await OwnSshd.start();
  assetId = await bed.asset('web-01', { port: sshd.port });
});
beforeEach(async () => {
  victim = new TestBrowser();
  await victim.launchKillable();
});
afterEach(() => victim.close());
afterAll(async () => {
  await bed.product.dispose();
  await sshd.remove();
});

/** A session that counts aloud, and whose browser is killed when it is at 30. */
async function killedWhileCounting(): Promise<{ id: string; at: number; seen: number }> {
  const page = await victim.newTerminalPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD });
  const id = await openTerminal(page, assetId, 'web-01');
  await connected(page);
  await run(page, COUNTING);
  await expect.poll(() => last(page), PATIENT).toBeGreaterThan(30);
  const seen = await last(page);
  await victim.kill9();
  return { id, at: Date.now(), seen };
}

async function last(page: Page): Promise<number> {
  return ticks((await lines(page)).join('\n')).at(-1) ?? -1;
}

/** Every tick that the terminal can show, by paging up through it to the first. */
async function pagedThrough(page: Page): Promise<number[]> {
  const found = new Set<number>();
  for (let pages = 0; pages < COUNT; pages += 1) {
    const shown = ticks((await lines(page)).join('\n'));
    if (shown.every((tick) => found.has(tick))) {
      break;
    }
    shown.forEach((tick) => found.add(tick));
    await page.keyboard.press('Shift+PageUp');
    await page.waitForTimeout(300);
  }
  return [...found].toSorted((a, b) => a - b);
}

it.runIf(isLong)('its person goes on in a fresh one, with all that was printed meanwhile', async () => {
  const { id, seen } = await killedWhileCounting();
  await expect.poll(async () => ticks(await bed.recordedText(id)).at(-1), PATIENT).toBeGreaterThan(seen + 20);
  expect(await bed.row(id)).toMatchObject({ status: 'connected' });

  const page = await next.newTerminalPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: '/term' });
  await page.getByRole('button', { name: '開啟主機' }).click();
  const own = page.getByRole('region', { name: '您在其他視窗的連線' });
  await own.getByRole('button', { name: /web-01/ }).click();
  await connected(page);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // It comes while the target still counts.
  const found = await last(page);
  expect(found).toBeGreaterThan(seen);
  expect(found).toBeLessThan(COUNT - 1);
  await shows(page, 'all-42', 60_000);
  await run(page, 'echo still-the-same-$i');
  await shows(page, `still-the-same-${COUNT}`);
  await shot(page, 'terminal-after-killed-browser');
  expect(await pagedThrough(page)).toEqual(upTo(COUNT));

  await run(page, 'exit');
  expect(await bed.over(id)).toMatchObject({ code: 0, recording: '1' });
  const recorded = await bed.recordedText(id);
  expect(ticks(recorded)).toEqual(upTo(COUNT));
  expect(recorded).toContain(`still-the-same-${COUNT}`);
  // The player shows it as well: a moment when there was no browser, and the end.
  const alone = `tick ${seen + 15}.`;
  expect(await playedAt(page, id, alone)).not.toContain(`tick ${seen + 25}.`);
  await shot(page, 'term-playback-without-browser');
  expect(await playedAt(page, id, `still-the-same-${COUNT}`)).toContain(`tick ${COUNT - 1}.`);
});

/** What the player shows at the moment when a text was printed. */
async function playedAt(page: Page, id: string, text: string): Promise<string> {
  const path = `/sessions/${id}/recording/search?text=${encodeURIComponent(text)}`;
  const { data } = await bed.admin.call<{ hits: RecordingHit[] }>('GET', path);
  const seconds = ((data.hits.at(-1)?.at ?? 0) + 200) / 1000;
  await page.goto(`/term-playback?sessionId=${id}&at=${seconds}`);
  const screen = page.locator('.xterm-rows');
  await expect
    .poll(async () => (await screen.innerText()).replaceAll('\u00A0', ' '), PATIENT)
    .toContain(text);
  return (await screen.innerText()).replaceAll('\u00A0', ' ');
}

it.runIf(isLong)(
  'nobody comes back: it ends when its time is over, and the recording has all up to then',
  async () => {
    await bed.admin.call('PUT', '/properties', { 'session-reattach-seconds': String(GRACE_SECONDS) });
    const { id, at, seen } = await killedWhileCounting();
    const row = await bed.over(id);
    const waited = Date.now() - at;
    expect(row).toMatchObject({ code: -1, message: '瀏覽器離線過久，連線已中斷', recording: '1' });
    expect(waited).toBeGreaterThan(GRACE_SECONDS * 1000 - 500);
    expect(waited).toBeLessThan(GRACE_SECONDS * 1000 + 4000);
    const recorded = ticks(await bed.recordedText(id));
    expect(recorded).toEqual(upTo(recorded.length));
    // Ten ticks a second, also while nobody looked.
    expect(recorded.length).toBeGreaterThan(seen + GRACE_SECONDS * 5);
    expect(recorded.length).toBeLessThan(COUNT);
    await expect.poll(() => bed.connectionsTo(sshd.port), PATIENT).toBe(0);
    await expect.poll(() => sshd.processes, PATIENT).toEqual([]);
  },
);
