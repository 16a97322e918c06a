import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import { createAsset, listAssets, listTags } from '@jadegate/contract/access/asset';
import { findThisMachine } from '@jadegate/contract/access/asset-reachability';
import { createCredential, listCredentialOptions } from '@jadegate/contract/access/credential';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { anAsset } from '../features/access/asset/asset.builders.ts';
import { aCredential } from '../features/access/credential/credential.builders.ts';
import { i18n } from '../i18n/index.ts';
import { stubApi } from '../test/api-stub.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { AssetsWithCredentials } from './AssetsWithCredentials.tsx';

const t = i18n.getFixedT('zh-TW', 'asset');
const credential = i18n.getFixedT('zh-TW', 'credential');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function openForm(menus?: MenuId[]) {
  const made = aCredential({ id: 'credential-9', name: 'fresh' });
  const options: { id: string; name: string; username: string }[] = [];
  const api = stubApi()
    .on(listAssets, () => ({ total: 0, items: [] }))
    .on(findThisMachine, () => ({ isThere: false }))
    .on(listTags, () => [])
    .on(listAccessGatewayOptions, () => [])
    .on(listCredentialOptions, () => [...options])
    .on(createCredential, () => {
      options.push({ id: made.id, name: made.name, username: 'deploy' });
      return made;
    })
    .on(createAsset, () => anAsset());
  const view = renderPart(<AssetsWithCredentials />, {
    account: anAccount(menus && { menus }),
    path: '/asset',
  });
  const [create] = await screen.findAllByRole('button', { name: t('action.create') });
  await view.user.click(create as HTMLElement);
  const form = within(await screen.findByRole('dialog', { name: t('action.create') }));
  await view.user.type(await form.findByLabelText(t('field.name')), 'web-07');
  await view.user.type(form.getByLabelText(t('field.ip')), 'host');
  await view.user.click(form.getByText(t('account.credential')));
  return { ...view, api, form };
}

it('makes a credential over the form of an asset, chooses it, and loses nothing', async () => {
  const { user, api, form } = await openForm();
  await user.click(form.getByRole('button', { name: t('action.addCredential') }));
  // Ant Design gives every title of a test the same id, so dialogs cannot be told apart by their names.
  const title = await screen.findByText(credential('action.create'));
  const over = within(title.closest<HTMLElement>('[role="dialog"]') ?? document.body);
  await user.type(await over.findByLabelText(credential('field.name')), 'fresh');
  await user.click(over.getByRole('button', { name: parts('action.save') }));
  expect(await form.findByText('fresh (deploy)')).toBeDefined();
  expect(api.callsTo(createCredential)).toHaveLength(1);
  expect(api.callsTo(createAsset)).toHaveLength(0);
  await user.click(form.getByRole('button', { name: parts('action.save') }));
  await waitFor(() => expect(api.callsTo(createAsset)).toHaveLength(1));
  expect(api.callsTo(createAsset)[0]?.body).toMatchObject({
    name: 'web-07',
    ip: 'host',
    accountType: 'credential',
    credentialId: 'credential-9',
  });
});

it('offers that only to those who may add credentials', async () => {
  const { form } = await openForm(['asset', 'asset-add', 'credential']);
  expect(await form.findByLabelText(t('field.credentialId'))).toBeDefined();
  expect(form.queryByRole('button', { name: t('action.addCredential') })).toBeNull();
});
