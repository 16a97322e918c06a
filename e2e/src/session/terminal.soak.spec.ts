// The terminal page in Chromium, against a real sshd and telnetd.
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { Cable } from '../support/cable.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, SessionBed, type Person } from '../support/session-bed.ts';
import {
  closePanel,
  connected,
  openPanel,
  openTerminal,
  pane,
  run,
  shows,
} from '../support/terminal-page.ts';

const browser = useBrowser();
let bed: SessionBed;
let cable: Cable;
let mei: Person;
const ids = { 'web-01': '', 'web-02': '', 'switch-01': '', 'not granted': '' };

beforeAll(async () => {
  bed = await SessionBed.start();
  cable = await Cable.to(bed.product.port);
  mei = await bed.person({ username: 'mei', nickname: '陳美玲' });
  const { port } = hosts.ssh;
  ids['web-01'] = await bed.asset('web-01', { port });
  ids['web-02'] = await bed.asset('web-02', { port });
  ids['switch-01'] = await bed.asset('switch-01', { port: hosts.telnet.port, protocol: 'telnet' });
  ids['not granted'] = await bed.asset('not granted', { port });
  for (const assetId of [ids['web-01'], ids['web-02'], ids['switch-01']]) {
    await bed.make('/authorised/users', { userIds: [mei.id], assetId });
  }
  await bed.make('/commands', {
    name: '列出服務',
    content: 'echo {{what:nothing}} from-snippet\n',
    shared: true,
  });
});
afterAll(async () => {
  await cable.remove();
  await bed.product.dispose();
});

const openPage = (options: PageOptions = {}): Promise<Page> =>
  browser.newTerminalPage({ baseURL: cable.url, ...options });

/** The ordinary person in a terminal. */
async function connect(name: keyof typeof ids, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await signIn(page, mei);
  await openTerminal(page, ids[name], name);
  await connected(page);
  return page;
}

async function lines(of: Locator): Promise<string> {
  const rows = await of.locator('.xterm-rows > div').allTextContents();
  return rows.map((row) => row.replaceAll('\u00A0', ' ').trimEnd()).join('\n');
}

async function sessions(status: string): Promise<SessionRow[]> {
  const { data } = await bed.admin.call<Rows<SessionRow>>(
    'GET',
    `/sessions/paging?status=${status}&pageSize=50`,
  );
  return data.items;
}

/** Bytes as the target prints them: its shell need not know the language that is typed. */
const printed = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join('');

describe('a terminal', () => {
  it('opens from my hosts, takes keys, and shows Han characters two cells wide', async () => {
    const page = await openPage();
    await signIn(page, { ...mei, path: '/my-asset' });
    const href = await page.getByRole('link', { name: '連線 web-01' }).getAttribute('href');
    await page.goto(href ?? '');
    await connected(page);
    await run(page, 'echo one-$((40+2))');
    await shows(pane(page), 'one-42');
    await run(page, `printf '${printed('玉門')}\\n${printed('玉門')}|\\n1234|\\n'`);
    await shows(pane(page), '玉門|');
    const right = (text: string) =>
      pane(page)
        .locator('.xterm-rows > div')
        .filter({ hasText: new RegExp(`^${text}\\|\\s*$`) })
        .evaluate((row) => {
          const spans = [...row.querySelectorAll('span')];
          const bar = spans.find(({ textContent }) => textContent?.includes('|'));
          const range = document.createRange();
          const node = bar?.firstChild;
          const at = node?.textContent?.indexOf('|') ?? 0;
          range.setStart(node as Node, at);
          range.setEnd(node as Node, at + 1);
          return Math.round(range.getBoundingClientRect().left);
        });
    expect(Math.abs((await right('玉門')) - (await right('1234')))).toBeLessThanOrEqual(2);
    await shot(page, 'terminal');
  });

  it('tells the target its size, and again when the window changes', async () => {
    const page = await connect('web-01');
    let asked = 0;
    // Each answer has a number of its own: an older one may still be on the screen.
    const size = async () => {
      const label = `cols${++asked}`;
      await run(page, `echo "${label}=$(tput cols)."`);
      let cols = 0;
      await expect
        .poll(
          async () =>
            (cols = Number(new RegExp(`^${label}=(\\d+)\\.$`, 'm').exec(await lines(pane(page)))?.[1])),
        )
        .toBeGreaterThan(0);
      return cols;
    };
    const wide = await size();
    await page.setViewportSize({ width: 720, height: 700 });
    await run(page, 'clear');
    await expect.poll(size, { timeout: 10_000 }).toBeLessThan(wide * 0.6);
  });

  it('comes back to the same shell and the same screen after a reload', async () => {
    const page = await connect('web-01');
    await run(page, 'kept=$((600+66)); echo before-$kept');
    await shows(pane(page), 'before-666');
    await page.reload();
    await connected(page);
    await shows(pane(page), 'before-666');
    await run(page, 'echo again-$kept');
    await shows(pane(page), 'again-666');
    expect((await sessions('connected')).filter(({ assetName }) => assetName === 'web-01')).not.toEqual([]);

    // A question in what is shown again was answered before: its answer must not be typed into the shell now.
    await run(page, String.raw`clear; printf '\033[c'; read -s -t 1 -n 20; echo asked-$((1+1))`);
    await shows(pane(page), 'asked-2');
    await page.reload();
    await connected(page);
    await shows(pane(page), 'asked-2');
    await page.waitForTimeout(500);
    expect((await lines(pane(page))).trimEnd()).toMatch(/\$$/);
  });

  it('loses nothing, in neither direction, while the network is gone', async () => {
    browser.expectProblem(/ERR_|Failed to load|WebSocket/);
    const page = await connect('web-01');
    await run(page, 'for i in $(seq 1 30); do echo "line $i."; sleep 0.1; done');
    await shows(pane(page), 'line 5.');
    cable.cut();
    await page.getByText('網路中斷，正在嘗試恢復連線').waitFor();
    await page.keyboard.type('echo typed-$((100+11))');
    await page.waitForTimeout(1500);
    cable.mend();
    await page.getByRole('button', { name: '立即重試' }).click();
    await connected(page);
    await shows(pane(page), 'line 30.');
    await page.keyboard.press('Enter');
    await shows(pane(page), 'typed-111');
    // Keys are echoed between the lines, so one of them may not begin its line.
    const seen = [...(await lines(pane(page))).matchAll(/line (\d+)\.$/gm)].map(([, at]) => Number(at));
    const all = Array.from({ length: 30 }, (_, index) => index + 1);
    expect(seen).toEqual(all.slice(all.indexOf(seen[0] ?? 0)));
    expect(seen.length).toBeGreaterThan(20);
  });

  it('obeys Ctrl-C under a flood, and the page stays alive', async () => {
    const page = await connect('web-01');
    await run(page, 'yes "a long line of output that fills the window quickly"');
    await page.waitForTimeout(1500);
    const frameMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const began = performance.now();
          requestAnimationFrame(() => resolve(performance.now() - began));
        }),
    );
    expect(frameMs).toBeLessThan(1000);
    const began = Date.now();
    await page.keyboard.press('Control+c');
    await run(page, 'echo calm-$((5+5))');
    await shows(pane(page), 'calm-10');
    expect(Date.now() - began).toBeLessThan(5000);
  });

  it('speaks Telnet too', async () => {
    const page = await connect('switch-01');
    // Keys that come before the login is through would be its answers.
    await expect.poll(() => lines(pane(page)), { timeout: 30_000 }).toMatch(/\$\s*$/);
    await run(page, 'echo telnet-$((3*3))');
    await shows(pane(page), 'telnet-9');
    const [row] = (await sessions('connected')).filter(({ assetName }) => assetName === 'switch-01');
    expect(row).toMatchObject({ protocol: 'telnet', creatorName: expect.any(String) as string });
  });

  it('shows an administrator’s reason when it is ended, and starts again when asked', async () => {
    const page = await connect('web-02');
    const mine = (await sessions('connected')).filter(({ assetName }) => assetName === 'web-02');
    expect(mine).toHaveLength(1);
    await bed.admin.call('POST', `/sessions/${mine[0]?.id ?? ''}/disconnect`);
    const alert = page.getByRole('alert').filter({ hasText: '管理員' });
    await alert.waitFor();
    await shot(page, 'terminal-ended');
    await alert.getByRole('button', { name: '重新連線' }).click();
    await connected(page);
    await run(page, 'echo back-$((7+1))');
    await shows(pane(page), 'back-8');
  });

  it('is refused to somebody without a grant', async () => {
    const page = await openPage();
    await signIn(page, {
      ...mei,
      path: `/term?assetId=${ids['not granted']}&assetName=secret&isWorker=true`,
    });
    await page.getByRole('alert').getByText('連線失敗').waitFor();
    expect((await sessions('connected')).filter(({ assetId }) => assetId === ids['not granted'])).toEqual([]);
  });
});

describe('in one window', () => {
  it('panes stand beside each other, keys go to one or to the chosen, and a reload brings all back', async () => {
    const page = await connect('web-01', { theme: 'dark' });
    await page.keyboard.press('Alt+Shift+Equal');
    await expect.poll(() => page.locator('section[data-focused]').count()).toBe(2);
    await connected(page);
    await run(page, 'me=right; echo only-$me');
    await shows(pane(page, 1), 'only-right');
    expect(await lines(pane(page, 0))).not.toContain('only-');

    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await run(page, 'me=left; echo only-$me');
    await shows(pane(page, 0), 'only-left');

    await page.getByRole('button', { name: '同步輸入到所有窗格' }).click();
    expect(await page.getByRole('button', { name: '同步輸入 web-01', pressed: true }).count()).toBe(2);
    await run(page, 'echo both-$me');
    await shows(pane(page, 0), 'both-left');
    await shows(pane(page, 1), 'both-right');
    await shot(page, 'terminal-panes');

    await page.reload();
    await connected(page);
    await shows(pane(page, 0), 'both-left');
    await shows(pane(page, 1), 'both-right');
    // Nobody should type into two machines because of something they did before the reload.
    expect(await page.getByRole('button', { name: '同步輸入 web-01', pressed: true }).count()).toBe(0);
    await run(page, 'echo after-$me');
    await shows(pane(page, 0), 'after-left');
    expect(await lines(pane(page, 1))).not.toContain('after-');

    await page.getByRole('button', { name: '關閉窗格 web-01' }).last().click();
    await page.getByRole('button', { name: '關閉並中斷' }).click();
    await expect.poll(() => page.locator('section[data-focused]').count()).toBe(1);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await run(page, 'echo last-$me');
    await shows(pane(page), 'last-left');
  });

  it('another machine opens in a tab, and only granted ones are offered', async () => {
    const page = await connect('web-01');
    await page.keyboard.press('Alt+Shift+KeyT');
    const machines = page.getByRole('dialog').getByRole('list', { name: '開啟主機' });
    await machines.getByRole('button', { name: /switch-01/ }).waitFor();
    expect(await machines.getByRole('button', { name: /not granted/ }).count()).toBe(0);
    await machines.getByRole('button', { name: /web-02/ }).click();
    await expect.poll(() => page.getByRole('tab').count()).toBe(2);
    await connected(page);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await run(page, 'echo tab-$((1+1))');
    await shows(pane(page, 1), 'tab-2');
    expect(await lines(pane(page, 0))).not.toContain('tab-');
    await page.keyboard.press('Alt+Shift+Digit1');
    await run(page, 'echo front-$((1+2))');
    await shows(pane(page, 0), 'front-3');
  });

  it('a saved command is put in with its values, and does not run by itself', async () => {
    const page = await connect('web-01');
    const panel = await openPanel(page, '常用指令');
    await panel.getByRole('button', { name: /列出服務/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('what').fill('value');
    await dialog.getByRole('button', { name: '插入' }).click();
    await expect.poll(() => lines(pane(page))).toMatch(/\$ echo value from-snippet$/m);
    await page.waitForTimeout(300);
    expect((await lines(pane(page))).split('\n')).not.toContain('value from-snippet');
    await page.keyboard.press('Enter');
    await shows(pane(page), 'value from-snippet');

    await page.getByRole('button', { name: '將這行存為指令' }).click();
    // Nothing may be copied from this machine, and a line that is kept leaves it too.
    await page.getByText('授權政策不允許從這台主機複製內容').waitFor();
    expect(await dialog.count()).toBe(0);
    await closePanel(page);
  });

  it('output is searched, with a count', async () => {
    const page = await connect('web-01');
    await run(page, 'clear; for i in 1 2 3; do echo needle; done');
    await shows(pane(page), 'needle');
    await page.keyboard.press('Control+Shift+KeyF');
    await page.keyboard.type('needle');
    await page
      .getByRole('search')
      .getByText(/\/ 4$|\/ 3$/)
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('search').count()).toBe(0);
    await run(page, 'echo found-$((2+2))');
    await shows(pane(page), 'found-4');
  });

  it('on a phone, keys that it lacks are on the screen', async () => {
    const page = await connect('web-01', { viewport: { width: 390, height: 760 } });
    await run(page, 'echo up-$((6+6))');
    await shows(pane(page), 'up-12');
    await run(page, 'clear; sleep 60');
    const bar = page.getByRole('toolbar', { name: '輔助按鍵' });
    expect(await bar.isVisible()).toBe(true);
    await page.waitForTimeout(300);
    await bar.getByRole('button', { name: 'Ctrl' }).click();
    await page.keyboard.type('c');
    await bar.getByRole('button', { name: '向上鍵' }).click();
    await bar.getByRole('button', { name: '向上鍵' }).click();
    await page.keyboard.press('Enter');
    await shows(pane(page), 'up-12');
    await shot(page, 'terminal-phone');
  });
});

describe('an administrator', () => {
  it('connects from the list of assets', async () => {
    const page = await openPage();
    await signIn(page, { password: PASSWORD, path: '/asset' });
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: '連線 web-02' }).click();
    const terminal = await opened;
    await connected(terminal);
    expect(new URL(terminal.url()).pathname).toBe('/term');
    await page.goto(`/asset/${ids['web-01']}`);
    const link = page.getByRole('link', { name: '連線', exact: true });
    expect(await link.getAttribute('href')).toBe(`/term?assetId=${ids['web-01']}&assetName=web-01`);
  });
});
