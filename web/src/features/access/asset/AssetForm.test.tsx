import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import { createAsset, getAsset, listTags, updateAsset, type Asset } from '@jadegate/contract/access/asset';
import { listCredentialOptions } from '@jadegate/contract/access/credential';
import { listSharedStorages } from '@jadegate/contract/files/storage';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aDriveSpace, anAsset } from './asset.builders.ts';
import { AssetFormDrawer } from './AssetFormDrawer.tsx';

const t = i18n.getFixedT('zh-TW', 'asset');
const parts = i18n.getFixedT('zh-TW', 'parts');

function open(asset?: Asset, menus?: MenuId[]) {
  const api = stubApi()
    .on(listTags, () => ['db'])
    .on(listAccessGatewayOptions, () => [{ id: 'gateway-1', name: 'jump' }])
    .on(listSharedStorages, () => [aDriveSpace])
    .on(createAsset, () => anAsset())
    .on(updateAsset, () => null);
  if (asset) {
    api.on(getAsset, () => asset);
  }
  const onClose = vi.fn();
  const onTest = vi.fn();
  const view = renderPart(<AssetFormDrawer open target={asset?.id} onClose={onClose} onTest={onTest} />, {
    account: anAccount(menus && { menus }),
  });
  const save = () => view.user.click(screen.getByRole('button', { name: parts('action.save') }));
  return { ...view, api, onClose, onTest, save };
}

describe('a new asset', () => {
  it('begins with SSH, and with everything closed that few need', async () => {
    open();
    await screen.findByLabelText(t('field.name'));
    expect(screen.getAllByRole('radio')[0]?.closest('label')?.textContent).toBe('SSH');
    const panel = screen.getByText(t('panel.terminal')).closest('[aria-expanded]');
    expect(panel?.getAttribute('aria-expanded')).toBe('false');
  });

  it('takes the port of its protocol, unless somebody chose another', async () => {
    const { user } = open();
    const port = await screen.findByLabelText<HTMLInputElement>(t('field.port'));
    expect(port.value).toBe('22');
    await user.click(screen.getByRole('radio', { name: 'RDP' }));
    expect(port.value).toBe('3389');
    await user.clear(port);
    await user.type(port, '13389');
    await user.click(screen.getByRole('radio', { name: 'VNC' }));
    expect(port.value).toBe('13389');
  });

  it('says of protocols that cannot be connected to yet that they can only be managed', async () => {
    const { user } = open();
    await screen.findByLabelText(t('field.name'));
    for (const protocol of ['SSH', 'RDP', 'VNC']) {
      await user.click(screen.getByRole('radio', { name: protocol }));
      expect(screen.queryByText(t('help.protocolLater', { protocol }))).toBeNull();
    }
    // What no session can be opened on is not made anew.
    expect(screen.queryByRole('radio', { name: 'Kubernetes' })).toBeNull();
  });

  it('takes apart what was copied as user@host:port', async () => {
    const { user } = open();
    const address = await screen.findByLabelText<HTMLInputElement>(t('field.ip'));
    await user.click(address);
    await user.paste('deploy@db-01.corp:2222');
    expect(address.value).toBe('db-01.corp');
    expect(screen.getByLabelText<HTMLInputElement>(t('field.port')).value).toBe('2222');
    expect(screen.getByLabelText<HTMLInputElement>(t('field.username')).value).toBe('deploy');
  });

  it('shows what the server refuses at its field', async () => {
    const { user, api, save } = open();
    api.on(createAsset, () =>
      refuse('validation', 'no', { fields: [{ path: 'ip', rule: 'host', message: 'not a host' }] }),
    );
    await user.type(await screen.findByLabelText(t('field.name')), 'x');
    await user.type(screen.getByLabelText(t('field.ip')), 'host');
    await save();
    expect(await screen.findByText('not a host')).toBeDefined();
  });

  it('refuses a URL as host before it is sent', async () => {
    const { user, api, save } = open();
    await user.type(await screen.findByLabelText(t('field.name')), 'x');
    await user.type(screen.getByLabelText(t('field.ip')), 'http://host');
    await save();
    expect(await screen.findByText('請輸入主機名稱或 IP 位址，不含空白、網址開頭與連接埠')).toBeDefined();
    expect(api.callsTo(createAsset)).toHaveLength(0);
  });
});

describe('saving and testing', () => {
  const queryButton = () => screen.queryByRole('button', { name: t('action.saveAndTest') });
  const button = () => screen.getByRole('button', { name: t('action.saveAndTest') });

  it('saves a new asset, closes, and tests what was made', async () => {
    const { user, api, onClose, onTest } = open();
    api.on(createAsset, () => anAsset({ id: 'asset-9' }));
    await user.type(await screen.findByLabelText(t('field.name')), 'fresh');
    await user.click(button());
    // Not before it is complete: the address is missing.
    expect(await screen.findByText('此欄位為必填')).toBeDefined();
    expect(api.callsTo(createAsset)).toHaveLength(0);
    await user.type(screen.getByLabelText(t('field.ip')), 'host');
    await user.click(button());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onTest).toHaveBeenCalledExactlyOnceWith([{ id: 'asset-9', name: 'fresh', protocol: 'ssh' }]);
  });

  it('tests an asset that was changed, and nothing when it is only saved', async () => {
    const { user, onTest, onClose, save } = open(anAsset({ protocol: 'ssh', stored: [] }));
    await user.type(await screen.findByLabelText(t('field.name')), '!');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onTest).not.toHaveBeenCalled();
    await user.click(button());
    await waitFor(() =>
      expect(onTest).toHaveBeenCalledWith([{ id: 'asset-1', name: 'web-01!', protocol: 'ssh' }]),
    );
  });

  it('tests nothing when the server refuses to save', async () => {
    const { user, api, onTest } = open();
    api.on(createAsset, () => refuse('asset.not_found', 'no such thing'));
    await user.type(await screen.findByLabelText(t('field.name')), 'x');
    await user.type(screen.getByLabelText(t('field.ip')), 'host');
    await user.click(button());
    expect(await screen.findByText('no such thing')).toBeDefined();
    expect(onTest).not.toHaveBeenCalled();
  });

  it('is offered only to those who may test', async () => {
    open(undefined, ['asset', 'asset-add']);
    await screen.findByLabelText(t('field.name'));
    expect(queryButton()).toBeNull();
  });
});

describe('an edit', () => {
  const stored = anAsset({
    protocol: 'rdp',
    port: 3389,
    tags: 'a,b',
    'color-depth': '16',
    'enable-drive': 'true',
    'drive-path': 'storage-1',
    'preconnection-id': '7',
    inherited: { 'force-lossless': 'false' },
  });

  it('sends back every attribute it was given, also those in closed panels and those it does not ask for', async () => {
    const { user, api, save } = open(stored);
    await user.type(await screen.findByLabelText(t('field.name')), '!');
    await save();
    await waitFor(() => expect(api.callsTo(updateAsset)).toHaveLength(1));
    expect(api.callsTo(updateAsset)[0]?.body).toMatchObject({
      name: 'web-01!',
      tags: 'a,b',
      password: '',
      'color-depth': '16',
      'enable-drive': true,
      'drive-path': 'storage-1',
      'preconnection-id': 7,
      'force-lossless': '',
    });
  });

  it('offers the shared spaces as drive, by name, and shows one that is gone as such', async () => {
    const { user, api, save } = open(stored);
    await screen.findByText(t('placeholder.spaceGone', { id: 'storage-1' }));
    await user.click(screen.getByLabelText(t('attribute.drive-path')));
    await user.click(await screen.findByText('shared data (Wang)'));
    await save();
    await waitFor(() => expect(api.callsTo(updateAsset)).toHaveLength(1));
    expect(api.callsTo(updateAsset)[0]?.body).toMatchObject({ 'drive-path': 'space-1' });
  });

  it('shows that a secret is stored and leaves it alone', async () => {
    open(stored);
    expect(await screen.findByText(parts('secret.stored'))).toBeDefined();
    expect(document.querySelector('input[type="password"]')).toBeNull();
  });

  it('asks for the password again when the asset would lead elsewhere, and not otherwise', async () => {
    const { user, api, save } = open(anAsset({ protocol: 'ssh', stored: ['password'] }));
    const address = await screen.findByLabelText(t('field.ip'));
    await user.type(address, '9');
    expect(await screen.findByText(t('help.secretAgain'))).toBeDefined();
    await save();
    expect(api.callsTo(updateAsset)).toHaveLength(0);
    await user.type(screen.getByLabelText(t('field.password')), 'typed again');
    await save();
    await waitFor(() => expect(api.callsTo(updateAsset)).toHaveLength(1));
    expect(api.callsTo(updateAsset)[0]?.body).toMatchObject({ password: 'typed again' });
    await user.type(address, '{Backspace}');
    await waitFor(() => expect(screen.queryByText(t('help.secretAgain'))).toBeNull());
  });

  it('names the credential of an asset also to somebody who may not choose it', async () => {
    const credential = { credentialId: 'credential-9', credentialName: 'of somebody else' };
    const { api } = open(anAsset({ protocol: 'ssh', accountType: 'credential', stored: [], ...credential }));
    api.on(listCredentialOptions, () => [{ id: 'credential-1', name: 'mine', username: 'deploy' }]);
    expect(await screen.findByText('of somebody else')).toBeDefined();
  });

  it('says what applies where the asset says nothing', async () => {
    open(stored);
    expect(
      await screen.findByText(t('placeholder.inherited', { value: t('choice.flag.false') })),
    ).toBeDefined();
  });

  it('drops what belongs to the other kind of account', async () => {
    const { user, api, save } = open(anAsset({ protocol: 'ssh', stored: [] }));
    await user.type(await screen.findByLabelText(t('field.password')), 'typed');
    await user.click(screen.getByText(t('account.private-key')));
    const key = screen.getByRole('textbox', { name: parts('privateKey.key') });
    await user.type(key, 'KEY');
    await save();
    await waitFor(() => expect(api.callsTo(updateAsset)).toHaveLength(1));
    expect(api.callsTo(updateAsset)[0]?.body).toMatchObject({
      accountType: 'private-key',
      password: '',
      privateKey: 'KEY',
    });
  });
});

it('an asset of a protocol that is not offered keeps it, says why, and is asked for what it needs', async () => {
  const { user, api, save } = open(anAsset({ protocol: 'kubernetes', port: 6443, accountType: '' }));
  expect(await screen.findByText(t('help.protocolLater', { protocol: 'Kubernetes' }))).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Kubernetes' }).checked).toBe(true);
  expect(screen.queryByLabelText(t('field.username'))).toBeNull();
  await save();
  expect(api.callsTo(updateAsset)).toHaveLength(0);
  await user.type(screen.getByLabelText(t('attribute.pod')), 'web-0');
  await save();
  await waitFor(() => expect(api.callsTo(updateAsset)).toHaveLength(1));
  expect(api.callsTo(updateAsset)[0]?.body).toMatchObject({ protocol: 'kubernetes', pod: 'web-0' });
});
