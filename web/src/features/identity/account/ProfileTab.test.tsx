import { getAccountInfo } from '@jadegate/contract/identity/account';
import { changeOwnMail, changeOwnName, getOwnProfile } from '@jadegate/contract/identity/own-profile';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { catalogue } from '../../../i18n/zh-TW.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount, aUser } from '../../../test/builders.ts';
import { renderApp, renderPart } from '../../../test/render.tsx';
import { anOwnProfile } from './account.builders.ts';
import { ProfileTab } from './ProfileTab.tsx';

const words = catalogue.account;
const save = catalogue.parts.action.save;

/** The tab of somebody whose profile the stub keeps. */
function openTab(given: Parameters<typeof anOwnProfile>[0] = {}, account = aUser()) {
  let profile = anOwnProfile(given);
  const api = stubApi()
    .on(getOwnProfile, () => profile)
    .on(changeOwnMail, ({ body: { mail } }) => {
      profile = { ...profile, mail };
      return null;
    });
  return { api, ...renderPart(<ProfileTab />, { account }) };
}

async function openDrawer(user: ReturnType<typeof openTab>['user'], action: 'changeName' | 'changeMail') {
  await user.click(await screen.findByRole('button', { name: words.action[action] }));
  return within(await screen.findByRole('dialog', { name: words.action[action] }));
}

it('changes the name, in the header at once', async () => {
  let nickname = '王小明';
  const account = aUser({ nickname });
  const api = stubApi();
  const { user } = renderApp('/my-info', { account, api });
  api
    .on(getAccountInfo, () => ({ ...account, nickname }))
    .on(getOwnProfile, () => anOwnProfile({ nickname }))
    .on(changeOwnName, ({ body }) => {
      nickname = body.nickname;
      return null;
    });
  const drawer = await openDrawer(user, 'changeName');
  const field = drawer.getByLabelText<HTMLInputElement>(words.field.nickname);
  expect(field.value).toBe('王小明');
  await user.clear(field);
  await user.type(field, '王大明{Enter}');
  expect(await screen.findByText(words.message.nameChanged)).toBeTruthy();
  const menu = catalogue.app.nav.account.replace('{{name}}', '王大明');
  expect(await screen.findByRole('button', { name: menu })).toBeTruthy();
});

it('refuses an empty name before it is sent', async () => {
  const { user, api } = openTab();
  const drawer = await openDrawer(user, 'changeName');
  await user.clear(drawer.getByLabelText(words.field.nickname));
  await user.click(drawer.getByRole('button', { name: save }));
  await waitFor(() =>
    expect(drawer.getByLabelText(words.field.nickname).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(api.callsTo(changeOwnName)).toEqual([]);
});

it('changes the mail address with the password', async () => {
  const { user, api } = openTab();
  const drawer = await openDrawer(user, 'changeMail');
  const field = drawer.getByLabelText(words.field.mail);
  await user.clear(field);
  await user.type(field, 'new@example.test');
  await user.type(drawer.getByLabelText(words.field.password), 'correct horse{Enter}');
  expect(await screen.findByText(words.message.mailChanged)).toBeTruthy();
  expect(api.callsTo(changeOwnMail)[0]?.body).toMatchObject({
    mail: 'new@example.test',
    password: 'correct horse',
  });
  expect(await screen.findByText('new@example.test')).toBeTruthy();
});

it('removes the mail address, with a code where there is one', async () => {
  const { user, api } = openTab({}, anAccount({ enableTotp: true }));
  const drawer = await openDrawer(user, 'changeMail');
  await user.clear(drawer.getByLabelText(words.field.mail));
  await user.click(drawer.getByText(words.field.code));
  await user.type(await drawer.findByRole('textbox', { name: words.field.code }), '123456{Enter}');
  expect(await screen.findByText(words.message.mailRemoved)).toBeTruthy();
  expect(api.callsTo(changeOwnMail)[0]?.body).toMatchObject({ mail: '', password: '', totp: '123456' });
  expect(await screen.findByText(words.status.noMail)).toBeTruthy();
});

it('says at the field that the password is wrong, and keeps what was typed', async () => {
  const { user, api } = openTab();
  const fields = [{ path: 'password', rule: 'invalid', message: '密碼不正確' }];
  api.on(changeOwnMail, () => refuse('auth.reauthentication_failed', '密碼不正確', { fields }));
  const drawer = await openDrawer(user, 'changeMail');
  await user.type(drawer.getByLabelText(words.field.mail), '.tw');
  await user.type(drawer.getByLabelText(words.field.password), 'wrong{Enter}');
  expect(await drawer.findByText('密碼不正確')).toBeTruthy();
  expect(drawer.getByLabelText<HTMLInputElement>(words.field.mail).value).toBe('ming@example.test.tw');
});

it('offers nothing to people who are kept elsewhere, and says where', async () => {
  openTab({ source: 'ldap' });
  expect(await screen.findByText(words.help.keptElsewhere.replace('{{source}}', 'ldap'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: words.action.changeName })).toBeNull();
  expect(screen.queryByRole('button', { name: words.action.changeMail })).toBeNull();
});

it('says why the profile could not be read', async () => {
  stubApi().on(getOwnProfile, () => refuse('internal', '系統發生錯誤'));
  renderPart(<ProfileTab />, { account: aUser() });
  expect(await screen.findByText('系統發生錯誤')).toBeTruthy();
});
