import {
  createCredential,
  getCredential,
  updateCredential,
  type Credential,
  type CredentialSecretName,
} from '@jadegate/contract/access/credential';
import { translate } from '@jadegate/contract/language';
import { VALIDATION_WORDS } from '@jadegate/contract/words/validation';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aCredential, aKeyRow } from './credential.builders.ts';
import { CredentialFormDrawer } from './CredentialFormDrawer.tsx';

const t = i18n.getFixedT('zh-TW', 'credential');
const parts = i18n.getFixedT('zh-TW', 'parts');
const REQUIRED = translate(VALIDATION_WORDS.required, 'zh-TW');

type CredentialFieldName = 'name' | 'username' | CredentialSecretName;

/** A type has the name of what it asks for. */
const TYPED = { selector: ':not([type=radio])' };

/** The form as the page shows it: open until it closes itself. */
function Host({ id }: { id?: string }) {
  const [isOpen, setIsOpen] = useState(true);
  return <CredentialFormDrawer open={isOpen} id={id} onClose={() => setIsOpen(false)} />;
}

async function openForm(id?: string) {
  const { user, queryClient } = renderPart(<Host id={id} />, { account: anAccount() });
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByLabelText(t('field.name'));
  const field = (name: CredentialFieldName) =>
    drawer.getByLabelText<HTMLInputElement>(t(`field.${name}`), TYPED);
  const save = () => user.click(drawer.getByRole('button', { name: parts('action.save') }));
  const choose = async (type: Credential['type']) => {
    await user.click(await screen.findByTitle(t(`type.${type}`)));
    await drawer.findByLabelText(t(type === 'custom' ? 'field.password' : 'field.privateKey'), TYPED);
  };
  const replace = (name: CredentialFieldName) =>
    user.click(
      drawer.getByRole('button', { name: parts('secret.replaceNamed', { label: t(`field.${name}`) }) }),
    );
  return { user, queryClient, drawer, field, save, choose, replace };
}

describe('a new credential', () => {
  it('starts as a password, with the cursor in the name, and sends what was typed', async () => {
    const api = stubApi().on(createCredential, () => aCredential());
    const { user, field, queryClient } = await openForm();
    await waitFor(() => expect(document.activeElement).toBe(field('name')));

    await user.type(field('name'), ' web ');
    await user.type(field('username'), 'root');
    await user.type(field('password'), 'pw{Enter}');

    await waitFor(() => expect(api.callsTo(createCredential)).toHaveLength(1));
    expect(api.callsTo(createCredential)[0]?.body).toEqual({
      name: 'web',
      type: 'custom',
      username: 'root',
      password: 'pw',
      privateKey: '',
      passphrase: '',
      addresses: '',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      JSON.stringify(
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('"pw"');
  });

  it('is not sent while a required field is empty, and says so at that field', async () => {
    const api = stubApi();
    const { field, save, choose } = await openForm();

    await choose('private-key');
    await save();

    await waitFor(() => expect(screen.getAllByText(REQUIRED)).toHaveLength(2));
    expect(field('name').getAttribute('aria-invalid')).toBe('true');
    expect(field('privateKey').getAttribute('aria-invalid')).toBe('true');
    expect(field('passphrase').getAttribute('aria-invalid')).not.toBe('true');
    expect(api.callsTo(createCredential)).toHaveLength(0);
  });

  it('shows a refusal of the server at the field it belongs to, until that field is corrected', async () => {
    const taken = { path: 'name', rule: 'credential.name_taken', message: 'name is taken' };
    stubApi().on(createCredential, () =>
      refuse('credential.name_taken', 'name is taken', { fields: [taken] }),
    );
    const { user, field, save, drawer } = await openForm();
    await user.type(field('name'), 'web');
    await user.type(field('password'), 'pw');
    await save();

    expect(await drawer.findByText('name is taken')).toBeDefined();
    expect(field('name').getAttribute('aria-invalid')).toBe('true');
    expect(drawer.queryByRole('alert', { name: /taken/ })).toBeNull();
    expect(field('password').value).toBe('pw');
    await user.type(field('name'), '2');

    await waitFor(() => expect(drawer.queryByText('name is taken')).toBeNull());
  });

  it('shows any other refusal above the fields and loses nothing that was typed', async () => {
    stubApi().on(createCredential, () => refuse('database.unavailable', 'no database'));
    const { user, field, save, drawer } = await openForm();
    await user.type(field('name'), 'web');
    await user.type(field('password'), 'pw');
    await save();

    expect((await drawer.findByRole('alert')).textContent).toContain('no database');
    expect(field('name').value).toBe('web');
    expect(field('password').value).toBe('pw');
  });

  it('keeps what was typed for the other type, but sends only the secrets of the chosen one', async () => {
    const api = stubApi().on(createCredential, () => aCredential());
    const { user, field, save, choose } = await openForm();
    await user.type(field('name'), 'web');
    await user.type(field('password'), 'pw');
    await choose('private-key');
    await user.type(field('privateKey'), 'KEY');
    await choose('custom');
    expect(field('password').value).toBe('pw');
    await choose('private-key');
    expect(field('privateKey').value).toBe('KEY');
    await save();

    await waitFor(() => expect(api.callsTo(createCredential)).toHaveLength(1));
    expect(api.callsTo(createCredential)[0]?.body).toMatchObject({
      type: 'private-key',
      privateKey: 'KEY',
      password: '',
    });
  });
});

describe('closing the form', () => {
  it('asks nothing when nothing was typed', async () => {
    stubApi();
    const { user } = await openForm();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks before it throws away what was typed, and stays when told to', async () => {
    stubApi();
    const { user, field, drawer } = await openForm();
    await user.type(field('name'), 'web');
    await user.click(drawer.getByRole('button', { name: parts('action.cancel') }));

    await user.click(await screen.findByRole('button', { name: parts('form.discard.stay') }));

    expect(field('name').value).toBe('web');
  });
});

describe('editing a credential', () => {
  it('says which secrets are stored and leaves them unchanged when they are not touched', async () => {
    const key = aCredential({
      ...aKeyRow({ addresses: '10.0.0.0/8' }),
      stored: ['privateKey', 'passphrase'],
    });
    const api = stubApi()
      .on(getCredential, () => key)
      .on(updateCredential, () => null);
    const { user, drawer, field, save } = await openForm(key.id);
    expect(drawer.getAllByText(parts('secret.stored'))).toHaveLength(2);
    expect(drawer.queryByLabelText(t('field.privateKey'), TYPED)).toBeNull();

    await user.clear(field('username'));
    await user.type(field('username'), 'deploy');
    await save();

    await waitFor(() => expect(api.callsTo(updateCredential)).toHaveLength(1));
    const { params, body } = api.callsTo(updateCredential)[0]!;
    expect(params.id).toBe(key.id);
    expect(body).toEqual({
      name: key.name,
      type: 'private-key',
      username: 'deploy',
      password: '',
      privateKey: '',
      passphrase: '',
      addresses: '10.0.0.0/8',
    });
  });

  it('replaces a stored secret, or keeps it after all', async () => {
    const api = stubApi()
      .on(getCredential, () => aCredential())
      .on(updateCredential, () => null);
    const { user, drawer, field, save, replace } = await openForm('cred-1');

    await replace('password');
    await user.type(field('password'), 'old');
    await user.click(drawer.getByRole('button', { name: parts('secret.keep') }));
    await replace('password');
    await user.type(field('password'), 'new');
    await save();

    await waitFor(() => expect(api.callsTo(updateCredential)[0]?.body.password).toBe('new'));
  });

  it('asks for the passphrase of a new key instead of calling the old one stored', async () => {
    const key = aCredential({ ...aKeyRow(), stored: ['privateKey', 'passphrase'] });
    stubApi().on(getCredential, () => key);
    const { user, drawer, field, replace } = await openForm(key.id);

    await replace('privateKey');
    await user.type(field('privateKey'), 'KEY');

    expect(field('passphrase').value).toBe('');
    expect(drawer.queryByText(parts('secret.stored'))).toBeNull();
  });

  it('takes a key from a file', async () => {
    stubApi();
    const { user, field, choose, drawer } = await openForm();
    await choose('private-key');

    await user.upload(
      drawer.getByLabelText(parts('secret.pickFile'), { selector: 'input' }),
      new File(['KEY\n'], 'id'),
    );

    await waitFor(() => expect(field('privateKey').value).toBe('KEY\n'));
  });
});
