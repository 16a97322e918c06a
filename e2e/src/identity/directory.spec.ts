// A real directory in a real browser: the first login makes the person with their groups; a group taken away there ends the
// live session that hung on it; whoever is disabled there loses every way in with one synchronisation; a new name is no
// new person.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { FamilyClient } from '../support/family-client.ts';
import { OwnSlapd } from '../support/own-slapd.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { shortOrSoak } from '../support/soak.ts';
import { connected } from '../support/terminal-page.ts';

const ENDS_WITHIN_MS = shortOrSoak(30_000, 5000);

const browser = useBrowser();
let bed: SessionBed;
let slapd: OwnSlapd;
let assetId = '';

beforeAll(async () => {
  slapd = await OwnSlapd.start();
  await slapd.addPerson('mei', '林美');
  await slapd.addPerson('kai', '陳凱');
  await slapd.addPerson('wen', '文心');
  await slapd.setGroup('ops', ['mei', 'kai', 'wen'], true);
  bed = await SessionBed.start();
  await bed.admin.call('PUT', '/properties', { 'session-sharing': 'signed-in' });
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  const { id: groupId } = await bed.make<{ id: string }>('/user-groups', { name: '維運', members: [] });
  await bed.make('/authorised/user-groups', { userGroupIds: [groupId], assetId });
  const { ports, ca, people, groups, bindDn, bindPassword } = slapd.place;
  await bed.make('/identity-sources', {
    key: 'corp',
    kind: 'ldap',
    name: '公司目錄',
    icon: 'openldap',
    config: {
      servers: [`127.0.0.1:${ports.tls}`],
      ca,
      bindDn,
      peopleBase: people,
      groupsBase: groups,
      creation: 'on',
    },
    rules: [{ value: 'ops', groups: [groupId] }],
    secret: bindPassword,
  });
});
afterAll(async () => {
  await bed.product.dispose();
  await slapd.stop();
});

async function comeIn(page: Page, name: string, password = `${name}-pw`): Promise<void> {
  await page.goto('/login');
  await page.getByText('也可以使用 公司目錄 的帳號與密碼').waitFor();
  await typeLogin(page, name, password);
  await page.waitForURL('**/my-asset');
}

async function synchronise(page: Page): Promise<void> {
  await page.getByRole('button', { name: '「公司目錄」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '立即同步' }).click();
  await page.getByText('已開始檢查「公司目錄」').waitFor();
}

it('people of a directory come in, and lose here what they lose there', async () => {
  const admin = await browser.newPage({ baseURL: bed.url });
  await signIn(admin, { password: PASSWORD, path: '/identity-source' });
  await admin.getByText('公司目錄').first().waitFor();

  const page = await browser.newTerminalPage({ baseURL: bed.url });
  await page.goto('/login');
  await page.getByText('也可以使用 公司目錄 的帳號與密碼').waitFor();
  await shot(page, 'directory-login');
  await comeIn(page, 'mei');
  await page.getByText('web-01').waitFor();
  await page.goto(`/access?assetId=${assetId}`);
  await connected(page);

  // A group that is taken away.
  await slapd.setGroup('ops', ['kai', 'wen']);
  await synchronise(admin);
  const begun = Date.now();
  await page.getByText('使用這個資產的授權已失效').first().waitFor({ timeout: ENDS_WITHIN_MS });
  expect(Date.now() - begun).toBeLessThan(ENDS_WITHIN_MS);
  await shot(admin, 'directory-synchronised');

  // Somebody who is disabled: page, program, share and session.
  const kai = await browser.newTerminalPage({ baseURL: bed.url });
  await comeIn(kai, 'kai');
  await kai.goto(`/access?assetId=${assetId}`);
  await connected(kai);
  const own = new Client(bed.url);
  await own.login('kai', 'kai-pw');
  const program = await own.make<{ token: string }>('/account/access-tokens', {
    name: 'program',
    days: 30,
    scope: 'use',
    password: 'kai-pw',
  });
  const { items } = (
    await bed.admin.call<{ items: { id: string; status: string }[] }>(
      'GET',
      '/sessions/paging?status=connected',
    )
  ).data;
  const share = await own.make<{ token: string }>(`/sessions/${items[0]?.id}/shares`, {
    mode: 'read',
    audience: 'signed-in',
  });
  await bed.make('/share-sessions', { token: share.token });
  await slapd.change(
    `dn: ${slapd.person('kai')}\nchangetype: modify\nreplace: shadowExpire\nshadowExpire: 1\n`,
  );
  await synchronise(admin);
  await kai.getByText('登入已結束').first().waitFor({ timeout: ENDS_WITHIN_MS });
  const asProgram = new Client(bed.url).useToken(program.token);
  expect((await asProgram.call('GET', '/account/info')).error).toBe('auth.required');
  expect((await own.call('GET', '/account/info')).error).toBe('auth.required');
  expect((await bed.admin.call('POST', '/share-sessions', { token: share.token })).code).not.toBe(1);
  await kai.goto('/my-asset');
  await kai.waitForURL('**/login*');

  // A new name, in another place.
  const { data: before } = await bed.admin.call<{ items: { id: string }[] }>(
    'GET',
    '/users/paging?username=mei',
  );
  await slapd.change(
    `dn: ${slapd.person('mei')}\nchangetype: modrdn\nnewrdn: uid=meiling\ndeleteoldrdn: 1\n`,
  );
  await comeIn(kai, 'meiling', 'mei-pw');
  const { data: after } = await bed.admin.call<{ items: { id: string }[] }>(
    'GET',
    '/users/paging?username=meiling',
  );
  expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
});

it('a client of the family signs in with an account of here and with one of the directory', async () => {
  const client = new FamilyClient(bed.url);
  await client.login('admin', PASSWORD);
  expect(await client.request('GET', '/account/info')).toMatchObject({
    code: 1,
    data: { username: 'admin' },
  });
  await client.login('wen', 'wen-pw');
  const created = await client.request<{ id: string }>('POST', `/sessions?assetId=${assetId}&mode=native`);
  expect(created.code).toBe(1);
  const terminal = client.terminal(`/sessions/${created.data.id}/ssh`, { cols: '80', rows: '24' });
  await expect.poll(() => terminal.text, PATIENT).toMatch(/[$#] $/);
  expect(await client.tryLogin('wen', 'no')).toMatchObject({ code: -1, message: '帳號或密碼不正確' });
});
