import { changePassword } from '@jadegate/contract/identity/account';
import { getOwnProfile } from '@jadegate/contract/identity/own-profile';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { catalogue } from '../../../i18n/zh-TW.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anOwnProfile } from './account.builders.ts';
import { AccountPage } from './AccountPage.tsx';

const words = catalogue.account;

function openPage(activeKey?: string) {
  const path = activeKey === undefined ? '/info' : `/info?activeKey=${activeKey}`;
  return renderPart(<AccountPage title="個人中心" />, { account: anAccount({ username: 'ling' }), path });
}

it('shows who one is here', async () => {
  stubApi().on(getOwnProfile, () => anOwnProfile());
  openPage();
  expect(screen.getByRole('heading', { name: '個人中心' })).toBeTruthy();
  expect(await screen.findByText('ling')).toBeTruthy();
  expect(screen.getByText(words.type.admin)).toBeTruthy();
});

it('changes the password, says so, and empties the form', async () => {
  const api = stubApi().on(changePassword, () => null);
  const { user } = openPage('password');
  await user.type(screen.getByLabelText(words.field.oldPassword), 'old-one');
  await user.type(screen.getByLabelText(words.field.newPassword), 'correct horse');
  await user.type(screen.getByLabelText(words.field.newPassword2), 'correct horse{Enter}');
  expect(await screen.findByText(words.message.passwordChanged)).toBeTruthy();
  expect(api.callsTo(changePassword)[0]?.body).toMatchObject({
    oldPassword: 'old-one',
    newPassword: 'correct horse',
  });
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>(words.field.oldPassword).value).toBe(''),
  );
});

it('says why a password was refused and keeps the form', async () => {
  stubApi().on(changePassword, () => refuse('account.password_wrong', '目前的密碼不正確'));
  const { user } = openPage('password');
  await user.type(screen.getByLabelText(words.field.oldPassword), 'wrong');
  await user.type(screen.getByLabelText(words.field.newPassword), 'correct horse');
  await user.type(screen.getByLabelText(words.field.newPassword2), 'correct horse{Enter}');
  expect(await screen.findByText('目前的密碼不正確')).toBeTruthy();
});

it('refuses two different new passwords', async () => {
  const api = stubApi();
  const { user } = openPage('password');
  await user.type(screen.getByLabelText(words.field.oldPassword), 'old-one');
  await user.type(screen.getByLabelText(words.field.newPassword), 'correct horse');
  await user.type(screen.getByLabelText(words.field.newPassword2), 'battery staple{Enter}');
  expect(await screen.findByText('兩次輸入的內容不一致')).toBeTruthy();
  expect(api.callsTo(changePassword)).toEqual([]);
});

it('switches language and theme at once', async () => {
  const { user } = openPage('preference');
  await user.click(screen.getByText('English'));
  expect(await screen.findByText('Language')).toBeTruthy();
  await user.click(screen.getByText('Dark'));
  expect(document.documentElement.dataset.theme).toBe('dark');
});
