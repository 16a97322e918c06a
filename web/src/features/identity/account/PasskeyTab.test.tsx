import { getRecentProof } from '@jadegate/contract/identity/account';
import { listOwnPasskeys, removeOwnPasskey, type OwnPasskeys } from '@jadegate/contract/identity/passkey';
import { NEVER } from '@jadegate/contract/scalars';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { PasskeyTab } from './PasskeyTab.tsx';

const t = i18n.getFixedT('zh-TW', 'passkey');
const account = i18n.getFixedT('zh-TW', 'account');
const ROW = {
  id: 'passkey-1',
  name: '公司筆電',
  domain: 'gate.example',
  isSynced: true,
  isCopied: false,
  created: '2026-11-15 03:20:00',
  lastUsed: NEVER,
  lastAddress: '',
};
const NONE: OwnPasskeys = { passkeys: [], problem: null, compulsory: false, needsFactor: false };

function open(own: OwnPasskeys, given = anAccount()) {
  const api = stubApi()
    .on(listOwnPasskeys, () => own)
    .on(getRecentProof, () => ({ seconds: 900, factorSeconds: 0 }));
  return { api, ...renderPart(<PasskeyTab />, { account: given }) };
}

it('says what to set where none can be used, and offers nothing', async () => {
  open({ ...NONE, problem: 'numeric_address' });
  expect(await screen.findByText(t('problem.numeric_address'))).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('action.add') }).disabled).toBe(true);
});

it('asks for something else than the passkey before the last one is removed', async () => {
  const { api, user } = open({ ...NONE, passkeys: [ROW] }, anAccount({ hasPasskey: true }));
  api.on(removeOwnPasskey, () => null);
  await user.click(await screen.findByRole('button', { name: t('action.remove') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('title.remove', { name: ROW.name }) }));
  expect(dialog.queryByRole('radio', { name: account('field.passkey') })).toBeNull();
  await user.type(
    dialog.getByLabelText(account('field.password'), { selector: 'input[type="password"]' }),
    'mine',
  );
  await user.click(dialog.getByRole('button', { name: t('action.remove') }));
  await waitFor(() =>
    expect(api.callsTo(removeOwnPasskey)[0]).toMatchObject({
      params: { id: 'passkey-1' },
      body: { password: 'mine', totp: '' },
    }),
  );
});

it('marks one that may have been copied', async () => {
  open({ ...NONE, passkeys: [{ ...ROW, isCopied: true }] });
  expect(await screen.findByText(t('tag.copied'))).toBeTruthy();
});
