import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '@jadegate/contract/identity/access-token';
import { getRecentProof } from '@jadegate/contract/identity/account';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { AccessTokenTab } from './AccessTokenTab.tsx';
import { anAccessToken } from './account.builders.ts';

const t = i18n.getFixedT('zh-TW', 'account');
const TOKEN = 'forever-the-whole-token';

const open = (account = anAccount()) => renderPart(<AccessTokenTab />, { account });

it('lists tokens masked, with their last use and end', async () => {
  stubApi().on(listAccessTokens, () => [
    anAccessToken(),
    anAccessToken({
      id: 'token-2',
      name: '',
      isExpired: true,
      lastUsed: '2026-02-01 08:00:00',
      lastAddress: '10.1.1.1',
    }),
  ]);
  open();
  const first = within(await screen.findByRole('row', { name: /nightly backup/ }));
  expect(first.getByText('forever-…ab12')).toBeTruthy();
  expect(first.getByText(t('token.never'))).toBeTruthy();
  const second = within(screen.getByRole('row', { name: /未命名/ }));
  expect(second.getByText(t('token.expired'))).toBeTruthy();
  expect(second.getByText(t('token.usedFrom', { address: '10.1.1.1' }))).toBeTruthy();
});

const LONG_AGO = { seconds: 0, factorSeconds: 0 };

it('makes one after a proof and shows it this once', async () => {
  const api = stubApi()
    .on(listAccessTokens, () => [])
    .on(getRecentProof, () => LONG_AGO)
    .on(createAccessToken, () => ({ ...anAccessToken({ name: 'ci' }), token: TOKEN }));
  const { user, queryClient } = open();
  expect(await screen.findByText(t('empty.tokens.title'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('action.createToken') }));
  const drawer = within(await screen.findByRole('dialog'));
  await user.type(drawer.getByLabelText(t('field.tokenName')), 'ci');
  expect(await drawer.findByText(t('proof.asked', { count: 15 }))).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: t('action.createToken') }));
  expect(await drawer.findByText('此欄位為必填')).toBeTruthy();
  expect(api.callsTo(createAccessToken)).toEqual([]);
  await user.type(drawer.getByLabelText(t('field.password')), 'mine{Enter}');

  expect(await screen.findByText(TOKEN)).toBeTruthy();
  expect(api.callsTo(createAccessToken)[0]?.body).toEqual({
    name: 'ci',
    days: 90,
    scope: 'use',
    password: 'mine',
    totp: '',
  });
  await user.click(screen.getByRole('button', { name: t('action.done') }));
  await waitFor(() => expect(screen.queryByText(TOKEN)).toBeNull());
  const kept = queryClient.getMutationCache().getAll();
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(TOKEN);
});

it('asks for nothing soon after signing in, says so, and asks once that has run out', async () => {
  let proof = { seconds: 601, factorSeconds: 0 };
  const api = stubApi()
    .on(listAccessTokens, () => [])
    .on(getRecentProof, () => proof)
    .on(createAccessToken, ({ body }) =>
      body.password === ''
        ? refuse('auth.reauthentication_required', '請再次確認')
        : { ...anAccessToken({ name: 'ci' }), token: TOKEN },
    );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: t('action.createToken') }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText(t('proof.recent', { count: 11 }))).toBeTruthy();
  expect(drawer.queryByLabelText(t('field.password'))).toBeNull();
  await user.type(drawer.getByLabelText(t('field.tokenName')), 'ci');
  proof = LONG_AGO;
  await user.click(drawer.getByRole('button', { name: t('action.createToken') }));
  await user.type(await drawer.findByLabelText(t('field.password')), 'mine{Enter}');
  expect(await screen.findByText(TOKEN)).toBeTruthy();
  expect(api.callsTo(createAccessToken).map(({ body }) => body.password)).toEqual(['', 'mine']);
});

it('takes a code instead of the password from those who have one set up', async () => {
  const api = stubApi()
    .on(listAccessTokens, () => [])
    .on(getRecentProof, () => LONG_AGO)
    .on(createAccessToken, () => refuse('auth.reauthentication_failed', '身分驗證失敗'));
  const { user } = open(anAccount({ enableTotp: true }));
  await user.click(await screen.findByRole('button', { name: t('action.createToken') }));
  const drawer = within(await screen.findByRole('dialog'));
  await user.type(drawer.getByLabelText(t('field.tokenName')), 'ci');
  const password = await drawer.findByLabelText(t('field.password'), { selector: 'input[type="password"]' });
  await user.type(password, 'left behind');
  await user.click(drawer.getByText(t('field.code')));
  await user.type(
    drawer.getByLabelText(t('field.code'), { selector: 'input[type="text"]' }),
    '123456{Enter}',
  );
  expect(await drawer.findByText('身分驗證失敗')).toBeTruthy();
  expect(api.callsTo(createAccessToken)[0]?.body).toMatchObject({ password: '', totp: '123456' });
});

it('is for administration only where an administrator chooses so', async () => {
  const api = stubApi()
    .on(listAccessTokens, () => [
      anAccessToken(),
      anAccessToken({ id: 'token-2', name: 'sync', scope: 'administration' }),
    ])
    .on(getRecentProof, () => ({ seconds: 600, factorSeconds: 0 }))
    .on(createAccessToken, () => ({ ...anAccessToken({ scope: 'administration' }), token: TOKEN }));
  const { user } = open(anAccount({ type: 'admin' }));
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/nightly backup/)).getByText(t('scope.use.title'))).toBeTruthy();
  expect((await row(/sync/)).getByText(t('scope.administration.title'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('action.createToken') }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByRole<HTMLInputElement>('radio', { name: /一般使用/ }).checked).toBe(true);
  await user.click(drawer.getByRole('radio', { name: /管理/ }));
  await user.type(drawer.getByLabelText(t('field.tokenName')), 'ci{Enter}');
  expect(await screen.findByText(TOKEN)).toBeTruthy();
  expect(api.callsTo(createAccessToken)[0]?.body).toMatchObject({ scope: 'administration' });
});

it('has but one purpose for those who administer nothing', async () => {
  stubApi()
    .on(listAccessTokens, () => [anAccessToken()])
    .on(getRecentProof, () => LONG_AGO);
  const { user } = open(anAccount({ type: 'user' }));
  await user.click(await screen.findByRole('button', { name: t('action.createToken') }));
  expect(within(await screen.findByRole('dialog')).queryByRole('radio')).toBeNull();
  expect(screen.queryByText(t('field.tokenScope'))).toBeNull();
});

it('revokes one after asking', async () => {
  let rows = [anAccessToken()];
  const api = stubApi()
    .on(listAccessTokens, () => rows)
    .on(revokeAccessToken, () => {
      rows = [];
      return null;
    });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: t('action.revoke') }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(t('confirm.revoke.title', { name: 'nightly backup' }))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('action.revoke') }));
  expect(await screen.findByText(t('empty.tokens.title'))).toBeTruthy();
  expect(api.callsTo(revokeAccessToken)[0]?.params).toEqual({ id: 'token-1' });
});

it('says why the list could not be read', async () => {
  stubApi().on(listAccessTokens, () => refuse('internal', '伺服器發生錯誤'));
  open();
  expect(await screen.findByText('伺服器發生錯誤')).toBeTruthy();
});
