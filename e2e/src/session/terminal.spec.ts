// The terminal page in Chromium, against a real sshd: opened, typed into, loaded again, and asked for a one-time code.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { freePort } from '../support/free-port.ts';
import { OneTimeCodes } from '../support/one-time-codes.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import {
  closePanel,
  connected,
  lines,
  openPanel,
  openTerminal,
  pane,
  run,
  shows,
} from '../support/terminal-page.ts';

const ASKED = 'Verification code:';
const browser = useBrowser();
const codes = new OneTimeCodes();
let bed: SessionBed;
let guarded: OwnSshd;
beforeAll(async () => {
  const config = ['PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  [bed, guarded] = await Promise.all([SessionBed.start(), OwnSshd.start({ program: codes.program, config })]);
  // Everything that is typed goes on record, if it is recorded at all.
  await bed.admin.call('PUT', '/properties', { 'record-input': 'true' });
});
afterAll(() => codes.remove());
afterAll(() => guarded.remove());
afterAll(() => bed.product.dispose());

/** Bytes as the target prints them: its shell need not know the language that is typed. */
const printed = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join('');

/** Where the bar behind a text is drawn. */
const barBehind = (page: Page, text: string) =>
  pane(page)
    .locator('.xterm-rows > div')
    .filter({ hasText: new RegExp(`^${text}\\|\\s*$`) })
    .evaluate((row) => {
      const spans = [...row.querySelectorAll('span')];
      const node = spans.find(({ textContent }) => textContent?.includes('|'))?.firstChild as Node;
      const at = node.textContent?.indexOf('|') ?? 0;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return Math.round(range.getBoundingClientRect().left);
    });

it('opens from my hosts, takes keys, shows Han characters two cells wide, and is there after a reload', async () => {
  const mei = await bed.person({ username: 'mei', nickname: '陳美玲' });
  const assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  await bed.make('/authorised/users', { userIds: [mei.id], assetId });
  const page = await browser.newTerminalPage({ baseURL: bed.product.url });
  await signIn(page, { ...mei, path: '/my-asset' });
  const href = await page.getByRole('link', { name: '連線 web-01' }).getAttribute('href');
  await page.goto(href ?? '');
  await connected(page);
  await run(page, 'kept=$((40+2)); echo one-$kept');
  await shows(page, 'one-42');
  await run(page, `printf '${printed('玉門')}\\n${printed('玉門')}|\\n1234|\\n'`);
  await shows(page, '玉門|');
  expect(Math.abs((await barBehind(page, '玉門')) - (await barBehind(page, '1234')))).toBeLessThanOrEqual(2);
  await shot(page, 'terminal');

  const panel = await openPanel(page, '主機狀態');
  await panel.getByRole('region', { name: 'CPU' }).getByText('使用率').waitFor();
  await closePanel(page);
  await page.reload();
  await connected(page);
  await shows(page, '玉門|');
  await run(page, 'echo again-$kept');
  await shows(page, 'again-42');
});

/** Clicks a button where it lies. Answers whether it gets the click: what is above it would. */
async function press(page: Page, button: Locator): Promise<boolean> {
  await button.waitFor();
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { left: x + width / 2, top: y + height / 2 };
  const isOnTop = await button.evaluate(
    (own, { left, top }) => own.contains(document.elementFromPoint(left, top)),
    at,
  );
  await page.mouse.click(at.left, at.top);
  return isOnTop;
}

it('drawn with WebGL, leaves the mouse to what stands over it, and begins again by a click or by Enter', async () => {
  const assetId = await bed.asset('web-02', { port: hosts.ssh.port });
  const dead = { name: 'dead', protocol: 'ssh', ip: hosts.LOOPBACK, port: await freePort() };
  const account = { accountType: 'custom', username: 'root', password: 'x' };
  const { id: deadId } = await bed.make<{ id: string }>('/assets', { ...dead, ...account });
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, webgl: true });
  await signIn(page, { password: PASSWORD });
  await openTerminal(page, assetId, 'web-02');
  const again = page.getByRole('button', { name: '重新連線' });
  const ended = async () => {
    await connected(page);
    // Its layer for links is what lies above all that has no order of its own.
    await page.locator('canvas.xterm-link-layer').waitFor({ state: 'attached' });
    await run(page, 'exit');
    await again.waitFor();
  };
  await ended();
  expect(await press(page, again)).toBe(true);
  await ended();
  // An Enter right after the end was meant for the shell.
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await connected(page);

  await openTerminal(page, deadId, 'dead');
  expect(await press(page, page.getByRole('button', { name: '連線檢測' }))).toBe(true);
  await page.getByRole('status').getByText('拒絕連線').waitFor();
  const [tab, isPressed] = await Promise.all([
    page.context().waitForEvent('page'),
    press(page, page.getByRole('link', { name: '編輯資產' })),
  ]);
  expect(isPressed).toBe(true);
  await tab.waitForURL(`**/asset/${deadId}`);
  await tab.close();
  expect(await press(page, again)).toBe(true);
  await again.waitFor();
});

/** What a recording shows (`o`) or what was typed in it (`i`), in one piece: keys come one by one. */
function played(cast: string, kind: string): string {
  const events = cast.trimEnd().split('\n').slice(1);
  const parts = events.map((line) => JSON.parse(line) as [number, string, string]);
  return parts.flatMap(([, is, text]) => (is === kind ? [text] : [])).join('');
}

it('the stored password answers for itself, the person types the one-time code, and it is kept nowhere', async () => {
  const assetId = await bed.asset('guarded', { port: guarded.port });
  const page = await browser.newTerminalPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD });
  const id = await openTerminal(page, assetId, 'guarded');
  await expect.poll(() => lines(page), PATIENT).toContain(ASKED);
  await page.getByRole('status').getByText('等待輸入').waitFor();
  expect(await lines(page)).toContain('目標主機要求回答以下問題，按 Ctrl+C 可取消');
  const code = codes.right();
  await run(page, code);
  await connected(page);
  await run(page, 'echo inside-$((40+2))');
  await shows(page, 'inside-42');
  expect((await lines(page)).join('\n')).not.toContain(code);
  await run(page, 'exit');
  await bed.over(id);

  const recording = await (await bed.fetch(`/sessions/${id}/recording`)).text();
  const audit = await (await bed.fetch('/audit-logs/paging?pageSize=100')).text();
  const commands = await (await bed.fetch(`/sessions/${id}/commands/paging`)).text();
  // What is looked through has what belongs there; with `record-input` that includes every key.
  const [shown, typed] = ['o', 'i'].map((kind) => played(recording, kind));
  expect(shown).toContain('inside-42');
  expect(typed).toContain('echo inside-');
  expect(audit).toContain(id);
  expect(commands).toContain('echo inside-');
  expect(bed.product.output).not.toBe('');
  const files = (await bed.keptFiles()).join('\n');
  expect(files).toContain(id);
  const alone = new RegExp(String.raw`(?<!\d)${code}(?!\d)`);
  for (const text of [shown, typed, audit, commands, bed.product.output, files]) {
    expect(text).not.toMatch(alone);
    expect(text).not.toContain(ASKED);
  }
});
