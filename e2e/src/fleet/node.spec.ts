// Physical hosts in Chromium: connected, asked, used and restarted. Real sshd, real processes; the tool of the driver of a
// GPU replays a recording, and what would stop a machine only says so.
import { existsSync, readFileSync } from 'node:fs';

import type { Node } from '@jadegate/contract/fleet/node';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PowerTools } from '../support/power-tools.ts';
import { ReplayedGpu } from '../support/replayed-gpu.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { connected, run, shows } from '../support/terminal-page.ts';

const NAME = 'rack-one';
const PATIENT = { timeout: 30_000 };
const browser = useBrowser();
const gpu = new ReplayedGpu();
const tools = new PowerTools();
let sshd: OwnSshd;
let mortal: OwnSshd;
let bed: SessionBed;
let page: Page;

beforeAll(async () => {
  const start = (folder: string) => OwnSshd.start({ config: [`SetEnv PATH=${folder}:/usr/bin:/bin`] });
  [sshd, mortal, bed] = await Promise.all([start(gpu.folder), start(tools.folder), SessionBed.start()]);
});
afterAll(async () => {
  await bed.product.dispose();
  await sshd.remove();
  await mortal.remove();
  gpu.remove();
  tools.remove();
});

/** One that has ended may stand in the list until its parent takes note. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/status`) && !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** Lets a process work on the GPU from a terminal that was opened from the list, which is over afterwards. */
async function startProcess(look: () => Promise<unknown>): Promise<number> {
  await page.goto('/node');
  const [terminal] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: `終端機 ${NAME}` }).click(),
  ]);
  terminal.on('dialog', (dialog) => void dialog.accept());
  await connected(terminal);
  await run(terminal, `nohup sleep 900 >/dev/null 2>&1 & echo $! > ${gpu.pids}; echo from-$((40+2))`);
  await shows(terminal, 'from-42');
  await look();
  const { data } = await bed.admin.call<Rows<SessionRow>>('GET', '/sessions/paging?status=connected');
  const id = data.items[0]?.id ?? '';
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  await bed.over(id);
  await terminal.close();
  return gpu.listed()[0] ?? 0;
}

it('one gets its connection, opens in one click, names who uses its GPU, and ends that for a reason', async () => {
  const { id } = await bed.make<{ id: string }>('/nodes', { name: NAME });
  const look = () => bed.admin.call('POST', `/nodes/${id}/collect`);
  page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: `/node/${id}` });
  await page.getByRole('button', { name: '新增連線資產' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('主機', { exact: true }).fill(hosts.LOOPBACK);
  await drawer.getByLabel('連接埠').fill(String(sshd.port));
  await drawer.getByLabel('登入帳號').fill(hosts.ssh.username);
  await drawer.getByLabel('密碼', { exact: true }).fill('Wrong-pass1');
  await drawer.getByRole('button', { name: '測試' }).click();
  await drawer.getByText('主機拒絕登入').waitFor();
  await drawer.getByLabel('密碼', { exact: true }).fill(hosts.ssh.password);
  await drawer.getByRole('button', { name: '測試' }).click();
  await drawer.getByText('尚未儲存任何資料').waitFor();
  await drawer.getByRole('button', { name: '新增並採集' }).click();
  await page.getByRole('link', { name: '終端機' }).waitFor();
  const status = async () => (await bed.admin.call<Node>('GET', `/nodes/${id}`)).data.status;
  await expect.poll(status, PATIENT).toBe('online');
  const cards = async () => (await bed.admin.call<Rows<unknown>>('GET', '/gpu-resources/paging')).data.total;
  await expect.poll(cards, PATIENT).toBe(1);

  const pid = await startProcess(look);
  expect(isRunning(pid)).toBe(true);
  await page.goto('/gpu-resource');
  const card = page.getByRole('row').filter({ hasText: 'NVIDIA H200' });
  await card.getByText('超級管理員').waitFor();
  await card.getByRole('link', { name: 'NVIDIA H200' }).click();
  await page.getByRole('tab', { name: /程序/ }).click();
  const row = page.getByRole('row').filter({ hasText: String(pid) });
  await row.getByRole('link', { name: '錄影' }).waitFor();
  await row.getByRole('button', { name: '結束程序' }).click();
  await drawer.getByLabel(/再次輸入 PID/).fill(String(pid));
  await drawer.getByLabel('原因').fill('占用整張卡三天');
  await drawer.getByRole('button', { name: '結束程序' }).click();
  await page.getByText(`程序 ${pid} 已結束`).waitFor();
  expect(isRunning(pid)).toBe(false);
});

it('one is restarted with its name and a reason, and says what became of it', async () => {
  const assetId = await bed.asset('rack-two', { port: mortal.port });
  const { id } = await bed.make<{ id: string }>('/nodes', { name: 'rack-two', assetId });
  page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: `/node/${id}` });
  await page.getByRole('button', { name: '電源' }).click();
  await page.getByRole('menuitem', { name: '重新開機' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: '重新開機' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('原因').fill('更新核心套件');
  await dialog.getByLabel(/請輸入/).fill('rack-two');
  await shot(page, 'node-restart');
  await confirm.click();
  await expect.poll(() => tools.called, PATIENT).toEqual(['systemctl reboot']);
  await page.getByRole('tab', { name: '電源操作' }).click();
  await page.getByRole('row').filter({ hasText: '更新核心套件' }).getByText('完成').waitFor(PATIENT);
});
