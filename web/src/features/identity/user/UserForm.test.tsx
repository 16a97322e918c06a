import { listRoleOptions } from '@jadegate/contract/identity/role-endpoints';
import { createUser, getUser, updateUser } from '@jadegate/contract/identity/user';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import { translate } from '@jadegate/contract/language';
import { VALIDATION_WORDS } from '@jadegate/contract/words/validation';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aRole, aUser } from './user.builders.ts';
import { UserFormDrawer } from './UserFormDrawer.tsx';

const t = i18n.getFixedT('zh-TW', 'user');
const parts = i18n.getFixedT('zh-TW', 'parts');

/** The form as the page shows it: open until it closes itself. */
function Host({ id }: { id?: string }) {
  const [isOpen, setIsOpen] = useState(true);
  return <UserFormDrawer open={isOpen} id={id} onClose={() => setIsOpen(false)} />;
}

const aServer = () => stubApi().on(listUserGroupOptions, () => []);

async function openForm(id?: string) {
  const { user } = renderPart(<Host id={id} />, { account: anAccount() });
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByLabelText(t('field.username'));
  const field = (name: 'username' | 'nickname' | 'mail' | 'password') =>
    drawer.getByLabelText<HTMLInputElement>(t(`field.${name}`));
  const save = () => user.click(drawer.getByRole('button', { name: parts('action.save') }));
  const fill = async () => {
    await user.type(field('username'), 'ming');
    await user.type(field('nickname'), 'Ming');
    await user.type(field('password'), 'a long phrase');
  };
  const pick = async (label: string, option: string) => {
    await user.click(drawer.getByRole('combobox', { name: label }));
    await user.click(await screen.findByTitle(option));
  };
  return { user, drawer, field, save, fill, pick };
}

describe('a new person', () => {
  it('is an ordinary user without roles who must change the password, unless said otherwise', async () => {
    const api = aServer().on(createUser, () => aUser());
    const { drawer, fill, save } = await openForm();
    expect(drawer.queryByRole('combobox', { name: t('field.roles') })).toBeNull();
    await fill();
    await save();

    await waitFor(() => expect(api.callsTo(createUser)).toHaveLength(1));
    expect(api.callsTo(createUser)[0]?.body).toEqual({
      username: 'ming',
      nickname: 'Ming',
      type: 'user',
      mail: '',
      roles: [],
      password: 'a long phrase',
      mustChangePassword: true,
      groups: [],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be an administrator with roles, chosen by name', async () => {
    const api = aServer()
      .on(createUser, () => aUser())
      .on(listRoleOptions, () => [aRole(), aRole({ id: 'role-2', name: 'Operator' })]);
    const { user, drawer, fill, pick, save } = await openForm();
    await fill();
    await user.click(drawer.getByTitle(t('type.admin')));
    await pick(t('field.roles'), 'Operator');
    await save();

    await waitFor(() => expect(api.callsTo(createUser)).toHaveLength(1));
    expect(api.callsTo(createUser)[0]?.body).toMatchObject({ type: 'admin', roles: ['role-2'] });
  });

  it('shows at the field that the account name is taken, and keeps what was typed', async () => {
    const taken = { path: 'username', rule: 'user.username_taken', message: 'ming is taken' };
    aServer().on(createUser, () => refuse('user.username_taken', 'ming is taken', { fields: [taken] }));
    const { drawer, field, fill, save } = await openForm();
    await fill();
    await save();

    expect(await drawer.findByText('ming is taken')).toBeDefined();
    expect(field('username').getAttribute('aria-invalid')).toBe('true');
    expect(field('password').value).toBe('a long phrase');
  });

  it('shows a refusal that belongs to no field above them', async () => {
    aServer().on(createUser, () => refuse('user.grant_exceeds', 'more than you hold'));
    const { drawer, fill, save } = await openForm();
    await fill();
    await save();

    expect((await drawer.findByRole('alert')).textContent).toContain('more than you hold');
  });

  it('says in plain words what is wrong with a mail address', async () => {
    const api = aServer();
    const { user, drawer, field, fill, save } = await openForm();
    await fill();
    await user.type(field('mail'), 'nobody');
    await save();

    expect(await drawer.findByText(translate(VALIDATION_WORDS.email, 'zh-TW'))).toBeDefined();
    expect(api.callsTo(createUser)).toHaveLength(0);
  });
});

describe('editing a person', () => {
  it('starts from what is stored and sends no password', async () => {
    const api = stubApi()
      .on(getUser, () => aUser())
      .on(updateUser, () => null);
    const { user, drawer, field, save } = await openForm('user-2');
    expect(drawer.queryByLabelText(t('field.password'))).toBeNull();

    await user.clear(field('nickname'));
    await user.type(field('nickname'), 'Ming-Hua');
    await save();

    await waitFor(() => expect(api.callsTo(updateUser)).toHaveLength(1));
    const { params, body } = api.callsTo(updateUser)[0]!;
    expect(params.id).toBe('user-2');
    expect(body).toEqual({
      username: 'ming',
      nickname: 'Ming-Hua',
      type: 'user',
      roles: [],
      mail: 'ming@example.com',
    });
  });

  it('leaves one’s own mail address to the profile page, and says so', async () => {
    const account = anAccount();
    const api = stubApi()
      .on(getUser, () => aUser({ id: account.id }))
      .on(updateUser, () => null);
    const { drawer, field, save } = await openForm(account.id);
    expect(field('mail').disabled).toBe(true);
    expect(drawer.getByRole('link', { name: t('help.ownMail') }).getAttribute('href')).toContain('/info');
    await save();
    await waitFor(() => expect(api.callsTo(updateUser)).toHaveLength(1));
    expect(api.callsTo(updateUser)[0]?.body).toMatchObject({ mail: 'ming@example.com' });
  });

  it('takes the roles away from an administrator who becomes an ordinary user', async () => {
    const api = stubApi()
      .on(getUser, () => aUser({ type: 'admin', roles: ['role-1'] }))
      .on(listRoleOptions, () => [aRole()])
      .on(updateUser, () => null);
    const { user, drawer, save } = await openForm('user-2');
    expect(await drawer.findByText('Auditor')).toBeDefined();
    await user.click(drawer.getByTitle(t('type.user')));
    await save();

    await waitFor(() => expect(api.callsTo(updateUser)).toHaveLength(1));
    expect(api.callsTo(updateUser)[0]?.body).toMatchObject({ type: 'user', roles: [] });
  });
});
