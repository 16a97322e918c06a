// An administrator in the desktop of somebody else, both in Chromium: who acts, who is told, and what the recording says.
import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { joinedPicture, point, sitAt, typed } from '../support/desktop-page.ts';
import { PASSWORD, PATIENT, SessionBed, type Person } from '../support/session-bed.ts';
import { useSharedDisplay } from '../support/shared-display.ts';
import { connected } from '../support/terminal-page.ts';
import { XWindow } from '../support/x-window.ts';

useSharedDisplay();
const browser = useBrowser();
let bed: SessionBed;
let mei: Person;
let assetId = '';
let xWindow: XWindow | undefined;

beforeAll(async () => {
  bed = await SessionBed.start({ env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: String(hosts.guacd.port) } });
  mei = await bed.person({ username: 'mei', nickname: '陳美玲' });
  const screen = { name: 'screen', protocol: 'vnc', ip: hosts.LOOPBACK, accountType: 'custom', ...hosts.vnc };
  assetId = (await bed.make<Asset>('/assets', screen)).id;
  await bed.make('/authorised/users', { userIds: [mei.id], assetId });
});
afterEach(async () => {
  await xWindow?.close();
  xWindow = undefined;
});
afterAll(() => bed.product.dispose());

it('types and points beside its person, who sees that they do', async () => {
  const own = await browser.newTerminalPage({ baseURL: bed.product.url });
  const path = `/access?assetId=${assetId}&assetName=screen&protocol=vnc`;
  await signIn(own, { ...mei, path });
  await connected(own);
  const window = await XWindow.open();
  xWindow = window;
  await expect.poll(() => window.isReady(), PATIENT).toBe(true);
  await sitAt(own, window);
  await own.keyboard.type('mine ');

  const { data } = await bed.admin.call<Rows<SessionRow>>(
    'GET',
    '/sessions/paging?pageSize=10&status=connected',
  );
  const id = data.items[0]?.id ?? '';
  const admin = await browser.newTerminalPage({ baseURL: bed.product.url, unused: true });
  await signIn(admin, { password: PASSWORD, path: `/guacd-monitor?sessionId=${id}&assetName=screen` });
  await admin.getByRole('button', { name: '加入' }).click();
  await own.getByText('已加入這個連線').first().waitFor();
  await own.getByText('1 位參與者').waitFor();
  await shot(own, 'desktop-joined-own');

  const shared = await joinedPicture(admin);
  await point(admin, window.spot, undefined, shared);
  await admin.keyboard.type('and theirs');
  await admin.keyboard.press('Enter');
  await typed(window, 'mine and theirs\n');
  await shot(admin, 'desktop-joined-admin');

  // The clipboard is its person's.
  await admin.keyboard.press('Control+v');
  await admin.getByRole('button', { name: '離開' }).click();
  await own.getByText('1 位參與者').waitFor({ state: 'hidden' });
  await own.keyboard.type('mine again');
  await own.keyboard.press('Enter');
  await expect.poll(() => window.lines(), PATIENT).toMatch(/mine again\n$/);
});
