import type { VmRow } from '@jadegate/contract/fleet/vm';
// The consoles of a real virtual machine in the browser: its text and its screen, in both themes and on a phone.
import type { Page as Rows } from '@jadegate/contract/paging';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const address = (kind: 'serial' | 'vnc') =>
  `${kind === 'vnc' ? '/access' : '/term'}?${new URLSearchParams({
    vmId: vm.id,
    console: kind,
    assetName: `${vm.name}（主控台）`,
  }).toString()}`;

async function open(
  kind: 'serial' | 'vnc',
  options: Parameters<typeof browser.newPage>[0] = {},
): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, ...options });
  await signIn(page, { password: PASSWORD, path: address(kind) });
  return page;
}

/** Ends every session on the machine, so that its text console is free. */
async function leave(): Promise<void> {
  const { data } = await bed.admin.call<Rows<{ id: string }>>(
    'GET',
    `/sessions/paging?vmId=${vm.id}&status=connected`,
  );
  for (const { id } of data.items) {
    await bed.admin.call('POST', `/sessions/${id}/disconnect`);
    await bed.over(id);
  }
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('the text console takes what is typed, and the guest answers', async () => {
    const page = await open('serial', { theme });
    await connected(page);
    await page.keyboard.type('hello console\n');
    await expect.poll(() => lines(page), PATIENT).toContain('hello console');
    await expect.poll(() => lines(page), PATIENT).toContain(ECHO_PROMPT);
    await page.getByText(`${vm.name}（主控台）`).first().waitFor();
    // Nothing of the hypervisor is offered beside it.
    expect(await page.getByRole('button', { name: '檔案', exact: true }).isDisabled()).toBe(true);
    await shot(page, `vm-console-text-${theme}`);
    await leave();
  });

  it('the screen is drawn', async () => {
    const page = await open('vnc', { theme });
    await connected(page);
    await expect.poll(() => picture(page).locator('canvas').count(), PATIENT).toBeGreaterThan(0);
    await shot(page, `vm-console-screen-${theme}`);
    await leave();
  });
});

it('both open from the page of the machine, each in a window of its own', async () => {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: `/vm/${vm.id}` });
  for (const [name, kind] of [
    ['文字主控台', 'serial'],
    ['VNC 主控台', 'vnc'],
  ] as const) {
    const button = page.getByRole('link', { name });
    await button.waitFor();
    await shot(page, `vm-console-page-${kind}`);
    const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
    expect(new URL(opened.url()).searchParams.get('console')).toBe(kind);
    await connected(opened);
    await leave();
    await opened.close();
  }
});

it('on a phone the text console is there as well', async () => {
  const page = await open('serial', { viewport: { width: 390, height: 844 } });
  await connected(page);
  await page.keyboard.type('from a phone\n');
  await expect.poll(() => lines(page), PATIENT).toContain('from a phone');
  await shot(page, 'vm-console-text-phone');
  await leave();
});

it('a console that somebody has is refused in words, and leads to its machine', async () => {
  const first = await open('serial');
  await connected(first);
  const second = await open('serial');
  await second.getByText('文字主控台正由其他人使用').waitFor();
  expect(await second.getByRole('link', { name: '查看虛擬機' }).getAttribute('href')).toBe(`/vm/${vm.id}`);
  await shot(second, 'vm-console-taken');
  await leave();
});
