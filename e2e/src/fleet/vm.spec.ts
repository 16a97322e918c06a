// A real virtual machine of QEMU in Chromium: found, its consoles opened from its page, forced off; virsh has the last word.
import type { VmRow } from '@jadegate/contract/fleet/vm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { picture } from '../support/desktop-page.ts';
import { ECHO_PROMPT, EchoMachine, foundMachine } from '../support/echo-machine.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { connected, lines } from '../support/terminal-page.ts';

const browser = useBrowser();
let bed: SessionBed;
let machine: EchoMachine;
let vm: VmRow;

beforeAll(async () => {
  [bed, machine] = await Promise.all([SessionBed.start(), EchoMachine.start()]);
  vm = await foundMachine(bed, machine);
}, 120_000);
afterAll(async () => {
  machine.remove();
  await bed.product.dispose();
});

async function openConsole(page: Page, name: string): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name }).click(),
  ]);
  opened.on('dialog', (dialog) => void dialog.accept());
  await connected(opened);
  return opened;
}

it('is found, answers on its consoles, each in a window of its own, and is forced off for a reason', async () => {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: `/vm?keyword=${vm.name}` });
  await page.getByRole('link', { name: vm.name }).first().click();
  await page.getByText('執行中', { exact: true }).first().waitFor();

  const text = await openConsole(page, '文字主控台');
  await text.keyboard.type('hello console\n');
  await expect.poll(() => lines(text), PATIENT).toContain('hello console');
  await expect.poll(() => lines(text), PATIENT).toContain(ECHO_PROMPT);
  // Nothing of the hypervisor is offered beside it.
  expect(await text.getByRole('button', { name: '檔案', exact: true }).isDisabled()).toBe(true);
  await shot(text, 'vm-console-text');
  await text.close();
  const screen = await openConsole(page, 'VNC 主控台');
  await expect.poll(() => picture(screen).locator('canvas').count(), PATIENT).toBeGreaterThan(0);
  await screen.close();

  await page.getByRole('button', { name: '電源' }).click();
  await page.getByRole('menuitem', { name: '強制關機' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: '強制關機', exact: true });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel('原因（至少 5 個字）').fill('維護作業測試');
  await dialog.getByRole('textbox').last().fill(vm.name);
  await shot(page, 'vm-force-off');
  await button.click();
  await page.getByText('已關機', { exact: true }).first().waitFor();
  expect(machine.virsh('domstate', machine.uuid).trim()).toBe('shut off');
});
