import { getRecentProof } from '@jadegate/contract/identity/account';
import { addSshKey, listOwnSshKeys, removeOwnSshKey } from '@jadegate/contract/identity/ssh-key';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anSshKey } from './account.builders.ts';
import { SshKeyTab } from './SshKeyTab.tsx';

const t = i18n.getFixedT('zh-TW', 'account');
const parts = i18n.getFixedT('zh-TW', 'parts');
const LINE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@laptop';

const open = () => renderPart(<SshKeyTab />, { account: anAccount() });

it('lists keys by fingerprint, with their last use and end, and deletes one', async () => {
  const api = stubApi()
    .on(listOwnSshKeys, () => [
      anSshKey(),
      anSshKey({
        id: 'key-2',
        name: 'old phone',
        isExpired: true,
        lastUsed: '2026-02-01 08:00:00',
        lastAddress: '10.1.1.1',
      }),
    ])
    .on(removeOwnSshKey, () => null);
  const { user } = open();
  const first = within(await screen.findByRole('row', { name: /work laptop/ }));
  expect(first.getByText(anSshKey().fingerprint)).toBeTruthy();
  expect(first.getByText(parts('sshKey.noEnd'))).toBeTruthy();
  const second = within(screen.getByRole('row', { name: /old phone/ }));
  expect(second.getByText(parts('sshKey.expired'))).toBeTruthy();
  expect(second.getByText(parts('sshKey.usedFrom', { address: '10.1.1.1' }))).toBeTruthy();
  await user.click(second.getByRole('button', { name: parts('sshKey.delete') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: parts('sshKey.delete') }));
  await waitFor(() => expect(api.callsTo(removeOwnSshKey)[0]?.params).toEqual({ id: 'key-2' }));
});

it('adds one, named after its comment; a private key is taken off the page and not sent', async () => {
  const api = stubApi()
    .on(listOwnSshKeys, () => [])
    .on(getRecentProof, () => ({ seconds: 600, factorSeconds: 0 }))
    .on(addSshKey, () => anSshKey({ name: 'me@laptop' }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: t('action.addKey') }));
  const drawer = within(await screen.findByRole('dialog'));
  const field = drawer.getByLabelText<HTMLTextAreaElement>(t('field.publicKey'));
  await user.click(field);
  await user.paste('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk');
  expect(await drawer.findByText(t('key.privateDropped'))).toBeTruthy();
  expect(field.value).toBe('');
  await user.click(field);
  await user.paste(LINE);
  expect(drawer.queryByText(t('key.privateDropped'))).toBeNull();
  expect(drawer.getByLabelText<HTMLInputElement>(t('field.keyName')).value).toBe('me@laptop');
  await user.click(drawer.getByRole('button', { name: t('action.addKey') }));
  await waitFor(() =>
    expect(api.callsTo(addSshKey).map(({ body }) => body)).toEqual([
      { name: 'me@laptop', publicKey: LINE, days: 0, password: '', totp: '' },
    ]),
  );
});
