// What surrounds a terminal, in Chromium against a real sshd: its host, its limits, its login and its other windows.
import type { Asset } from '@jadegate/contract/access/asset';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { closePanel, connected, lines, openPanel, run, shows } from '../support/terminal-page.ts';

const PASSWORD = 'a password for tests';

const browser = useBrowser();
let product: Product;
let admin: Client;
const ids = { web: '', open: '' };

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  const { username, password } = hosts.ssh;
  ids.web = await anAsset('web-01', { username, password });
  ids.open = await anAsset('no account', { username: '', password: '' });
});
afterAll(() => product.dispose());

async function anAsset(name: string, account: object): Promise<string> {
  const place = { ip: hosts.LOOPBACK, port: hosts.ssh.port, protocol: 'ssh', accountType: 'custom' };
  const { code, data } = await admin.call<Asset>('POST', '/assets', { name, ...place, ...account });
  expect(code).toBe(1);
  await admin.call('POST', `/assets/${data.id}/tcping`);
  return data.id;
}

async function openPage(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: product.url, ...options });
  await signIn(page, { password: PASSWORD });
  return page;
}

async function connect(options: PageOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(`/term?assetId=${ids.web}&assetName=web-01`);
  await connected(page);
  return page;
}

it('a line that was typed becomes a saved command', async () => {
  const page = await connect();
  await run(page, 'echo kept-$((1+1))');
  await shows(page, 'kept-2');
  const panel = await openPanel(page, '常用指令');
  await page.getByRole('button', { name: '將這行存為指令' }).click();
  const form = page.getByRole('dialog');
  expect(await form.getByLabel('內容').inputValue()).toBe('echo kept-$((1+1))');
  await form.getByLabel('名稱').fill('新的一行');
  await form.getByRole('button', { name: '儲存' }).click();
  await panel.getByRole('button', { name: /新的一行/ }).waitFor();
  await closePanel(page);
});

it.each(['light', 'dark'] as const)(
  'the host panel tells how the machine is doing, beside it (%s)',
  async (theme) => {
    const page = await connect({ theme });
    await run(page, 'echo ready-$((1+1))');
    await shows(page, 'ready-2');
    const panel = await openPanel(page, '主機狀態');
    // The terminal kept the keyboard, and knows that it has less room.
    await run(page, 'test $(tput cols) -lt 140 && echo narrower-$((2+3))');
    await shows(page, 'narrower-5');
    await panel.getByText('1 秒', { exact: true }).click();
    const cpu = panel.getByRole('region', { name: 'CPU' });
    await cpu.getByText('使用率').waitFor();
    expect(await cpu.textContent()).toMatch(/使用率\d+\.\d%/);
    await expect
      .poll(() => panel.getByRole('region', { name: '平均負載' }).textContent())
      .toMatch(/\d+\.\d\d/);
    await expect
      .poll(() => panel.getByRole('region', { name: '記憶體與置換空間' }).textContent())
      .toContain('GB');
    const lo = panel.getByRole('region', { name: '網路' }).getByRole('row', { name: /^lo/ });
    await expect.poll(() => lo.textContent()).toMatch(/\/s/);
    await page.waitForTimeout(400);
    await shot(page, `terminal-host-panel-${theme}`);
    await closePanel(page);
    // It was asked beside the terminal, and nothing of that shows in it.
    await run(page, 'echo still-$((2+2))');
    await shows(page, 'still-4');
    expect((await lines(page)).join('\n')).not.toContain('MemTotal');
  },
);

it('an idle session warns before it ends, and stays when somebody is there', async () => {
  await admin.call('PUT', '/properties', { 'session-idle-minutes': '1' });
  try {
    const page = await connect();
    const warning = page.getByRole('alert').filter({ hasText: '沒有輸入' });
    await warning.waitFor({ timeout: 45_000 });
    await expect.poll(() => warning.textContent()).toMatch(/\d+ 秒後中斷連線/);
    await shot(page, 'terminal-idle-warning');
    await warning.getByRole('button', { name: '繼續使用' }).click();
    await warning.waitFor({ state: 'hidden' });
    await run(page, 'echo awake-$((3+3))');
    await shows(page, 'awake-6');
  } finally {
    await admin.call('PUT', '/properties', { 'session-idle-minutes': '30' });
  }
}, 90_000);

it('a machine without a stored account asks for it in the terminal', async () => {
  const page = await openPage({ theme: 'dark' });
  await page.goto(`/term?assetId=${ids.open}&assetName=no-account`);
  await expect.poll(async () => (await lines(page)).join('\n'), { timeout: 15_000 }).toContain('帳號:');
  await page.getByRole('status').getByText('等待輸入').waitFor();
  await run(page, hosts.ssh.username);
  await expect.poll(async () => (await lines(page)).join('\n'), { timeout: 15_000 }).toMatch(/assword: ?$/m);
  await page.keyboard.type(hosts.ssh.password);
  await shot(page, 'terminal-login-question');
  await page.keyboard.press('Enter');
  await connected(page);
  await run(page, 'echo in-$((4+4))');
  await shows(page, 'in-8');
  expect((await lines(page)).join('\n')).not.toContain(hosts.ssh.password);
});

it('a session goes on in another browser and can be taken back', async () => {
  const office = await connect();
  await run(office, 'place=$((40+4)); echo kept-$place');
  await shows(office, 'kept-44');

  const home = await openPage({ theme: 'dark' });
  await home.goto('/term');
  await home.getByRole('button', { name: '開啟主機' }).click();
  const own = home.getByRole('region', { name: '您在其他視窗的連線' });
  await own
    .getByRole('button', { name: /web-01/ })
    .first()
    .waitFor();
  await home.waitForTimeout(400);
  await shot(home, 'terminal-continue-elsewhere');
  await own
    .getByRole('button', { name: /web-01/ })
    .first()
    .click();
  await connected(home);
  await shows(home, 'kept-44');
  await home.getByRole('dialog').waitFor({ state: 'hidden' });
  await run(home, 'echo home-$place');
  await shows(home, 'home-44');

  const banner = office.getByRole('alert').filter({ hasText: '另一個視窗' });
  await banner.waitFor();
  await shot(office, 'terminal-taken-over');
  await banner.getByRole('button', { name: '在此繼續' }).click();
  await connected(office);
  await shows(office, 'home-44');
  await run(office, 'echo office-$place');
  await shows(office, 'office-44');
  await expect.poll(() => home.getByRole('alert').textContent()).toContain('另一個視窗');
});

it('a full-screen program is whole after a reload, however much it has drawn', async () => {
  const page = await connect();
  await run(
    page,
    String.raw`printf '\033[?1049h\033[2J\033[HTHE TOP\033[8;1Hthe eighth'; for i in $(seq 9000); do printf '\033[5;1Hstep %s' $i; done; read -s -n 1; printf '\033[?1049l'; echo back-$((5+5))`,
  );
  await shows(page, 'step 9000');
  await page.reload();
  await connected(page);
  await shows(page, 'step 9000');
  const screen = await lines(page);
  expect([screen[0], screen[4], screen[7]]).toEqual(['THE TOP', 'step 9000', 'the eighth']);
  await page.keyboard.type('q');
  await shows(page, 'back-10');
});
