// A physical host is restarted from its page: what that ends is named, people there are told, and others may not.
import type { NodeAction } from '@jadegate/contract/fleet/node-power';
import type { Page as Rows } from '@jadegate/contract/paging';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { PowerTools } from '../support/power-tools.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { connected, openTerminal } from '../support/terminal-page.ts';

const NAME = 'rack-one';
const browser = useBrowser();
const tools = new PowerTools();
let bed: SessionBed;
let sshd: OwnSshd;
let assetId = '';
let nodeId = '';

beforeAll(async () => {
  sshd = await OwnSshd.start({ config: [`SetEnv PATH=${tools.folder}:/usr/bin:/bin`] });
  bed = await SessionBed.start();
  assetId = await bed.asset(NAME, { port: sshd.port });
  ({ id: nodeId } = await bed.make<{ id: string }>('/nodes', { name: NAME, assetId }));
});
afterAll(async () => {
  await bed.product.dispose();
  await sshd.remove();
  tools.remove();
});

const actions = async () =>
  (await bed.admin.call<Rows<NodeAction>>('GET', `/nodes/${nodeId}/actions`)).data.items;

it('names what is lost, tells who is there, and says what became of it', async () => {
  const terminal = await browser.newTerminalPage({ baseURL: bed.product.url });
  await signIn(terminal, { password: PASSWORD });
  await openTerminal(terminal, assetId, NAME);
  await connected(terminal);

  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: `/node/${nodeId}` });
  await page.getByRole('button', { name: '電源' }).click();
  await page.getByRole('menuitem', { name: '重新開機' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 個連線會中斷').waitFor();
  await dialog.getByText(`→ ${NAME}`).waitFor();
  await dialog.getByRole('checkbox', { name: /先通知連線中的使用者/ }).waitFor();
  const confirm = dialog.getByRole('button', { name: '重新開機' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('原因').fill('更新核心套件');
  await dialog.getByLabel(/請輸入/).fill(NAME);
  await shot(page, 'node-power');
  await confirm.click();

  await terminal
    .getByText(/10 秒後重新開機，請立即存檔。原因：更新核心套件/)
    .first()
    .waitFor();
  await shot(terminal, 'node-power-told');
  expect(tools.called).toEqual([]);
  await expect.poll(() => tools.called, PATIENT).toEqual(['systemctl reboot']);
  await expect.poll(async () => (await actions())[0]?.state, PATIENT).toBe('succeeded');
  await page.getByRole('tab', { name: '電源操作' }).click();
  await page.getByRole('row').filter({ hasText: '更新核心套件' }).getByText('完成').waitFor();
  expect(tools.called).toEqual(['systemctl reboot']);
});

it('is neither offered nor obeyed without the right', async () => {
  const menus = ['physical-asset', 'node', 'node-edit'].map((menuId) => ({ menuId, checked: true }));
  const { id } = await bed.make<{ id: string }>('/roles', { name: '只看主機', menus });
  const person = await bed.person({ username: 'looker', type: 'admin', roles: [id] });
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { ...person, path: `/node/${nodeId}` });
  await page.getByRole('button', { name: '編輯' }).waitFor();
  expect(await page.getByRole('button', { name: '電源' }).count()).toBe(0);
  const order = { action: 'shutdown', confirm: NAME, reason: '看看會怎樣' };
  expect(await person.client.call('POST', `/nodes/${nodeId}/power`, order)).toMatchObject({ code: 403 });
  expect(await actions()).toHaveLength(1);
});
