import { getRecentProof, proveAgain } from '@jadegate/contract/identity/account';
import { listOwnIdentities } from '@jadegate/contract/identity/source-sign-in';
import { createUserGroup } from '@jadegate/contract/identity/user-group';
import { Name } from '@jadegate/contract/scalars';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Input } from 'antd';
import { useState } from 'react';
import { expect, it } from 'vitest';
import * as z from 'zod';

import { call } from '../api/call.ts';
import { FormDrawer } from '../components/form/FormDrawer.tsx';
import { FormField } from '../components/form/FormField.tsx';
import { i18n } from '../i18n/index.ts';
import { refuse, stubApi } from '../test/api-stub.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { prove } from './prove.ts';

const t = i18n.getFixedT('zh-TW', 'account');
const GROUP = { id: 'g', name: 'operators', created: '2026-11-15 03:20:00', members: [] };
const WRONG = 'not you';
const WHY = 'prove it';
const OPEN = { seconds: 900, factorSeconds: 0 };

function GroupForm() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <FormDrawer
      open={isOpen}
      title="group"
      schema={z.strictObject({ name: Name })}
      initial={{}}
      onSubmit={({ name }) => call(createUserGroup, { body: { name, members: [] } })}
      onClose={() => setIsOpen(false)}
    >
      <FormField name="name" label="name">
        <Input />
      </FormField>
    </FormDrawer>
  );
}

/** A server that wants `password` or `totp` before it makes a group. */
function aServer({ password = '', totp = '' }) {
  let isProven = false;
  return stubApi()
    .on(createUserGroup, () => (isProven ? GROUP : refuse('auth.recent_proof_needed', WHY)))
    .on(getRecentProof, () => OPEN)
    .on(listOwnIdentities, () => ({ identities: [], others: [] }))
    .on(proveAgain, ({ body }) => {
      isProven = body.totp === '' ? body.password === password : body.totp === totp;
      const fields = [{ path: 'password', rule: 'auth.reauthentication_failed', message: WRONG }];
      return isProven ? OPEN : refuse('auth.reauthentication_failed', WRONG, { fields });
    });
}

async function save() {
  const { user } = renderPart(<GroupForm />, { account: anAccount() });
  const name = await screen.findByLabelText<HTMLInputElement>('name');
  await user.type(name, 'operators{Enter}');
  return { user, name, dialog: await question() };
}

/** Not found by its name: here all dialogs have the same id for their title. */
async function question() {
  const title = await screen.findByText(t('proof.title'));
  return within(title.closest<HTMLElement>('[role="dialog"]') ?? title);
}

const questions = () => screen.queryAllByText(t('proof.title'));

it('asks over the form that is being saved, says what is wrong, and saves it with the proof', async () => {
  const api = aServer({ password: 'mine' });
  const { user, name, dialog } = await save();
  const password = await dialog.findByLabelText(t('field.password'));
  expect(document.activeElement).toBe(password);
  await user.keyboard('wrong{Enter}');
  expect(await dialog.findByText(WRONG)).toBeTruthy();
  expect(api.callsTo(createUserGroup)).toHaveLength(1);
  expect(name.value).toBe('operators');

  await user.clear(password);
  await user.type(password, 'mine');
  await user.click(dialog.getByRole('button', { name: t('action.prove') }));
  await waitFor(() => expect(api.callsTo(createUserGroup)).toHaveLength(2));
  const [first, second] = api.callsTo(createUserGroup);
  expect(second?.body).toEqual(first?.body);
  await waitFor(() => expect(screen.queryByLabelText('name')).toBeNull());
});

it('leaves the form as it was when the person goes back, says why once, and asks again the next time', async () => {
  const api = aServer({ password: 'mine' });
  const { user, name, dialog } = await save();
  await user.type(await dialog.findByLabelText(t('field.password')), 'half');
  await user.click(dialog.getByRole('button', { name: t('action.cancel') }));
  expect(await screen.findAllByText(WHY)).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.value).toBe('operators');
  expect(api.callsTo(createUserGroup)).toHaveLength(1);
  expect(api.callsTo(proveAgain)).toEqual([]);

  await user.type(name, '{Enter}');
  const typed = () => screen.getByLabelText<HTMLInputElement>(t('field.password')).value;
  await waitFor(() => expect(typed()).toBe(''));
  expect(api.callsTo(createUserGroup)).toHaveLength(2);
});

it('takes a code from those who have a second factor', async () => {
  const api = aServer({ totp: '123456' });
  const { user } = renderPart(null, { account: anAccount({ enableTotp: true }) });
  const made = call(createUserGroup, { body: { name: 'operators', members: [] } });
  const dialog = await question();
  await user.click(await dialog.findByText(t('field.code')));
  const code = await dialog.findByLabelText(t('field.code'), { selector: 'input[type="text"]' });
  await user.type(code, '123456');
  await user.click(dialog.getByRole('button', { name: t('action.prove') }));
  expect(await made).toMatchObject({ name: 'operators' });
  expect(api.callsTo(proveAgain)[0]?.body).toEqual({ password: '', totp: '123456' });
});

it('asks in one dialog for two calls, which then both go through', async () => {
  aServer({ password: 'mine' });
  const { user } = renderPart(null, { account: anAccount() });
  const make = () => call(createUserGroup, { body: { name: 'operators', members: [] } });
  const both = Promise.all([make(), make()]);
  await question();
  expect(questions()).toHaveLength(1);
  await user.type(await screen.findByLabelText(t('field.password')), 'mine{Enter}');
  expect(await both).toHaveLength(2);
});

it('counts Escape as no, and gives the focus back', async () => {
  stubApi().on(listOwnIdentities, () => ({ identities: [], others: [] }));
  const { user } = renderPart(<button type="button">here</button>, { account: anAccount() });
  await user.click(screen.getByRole('button', { name: 'here' }));
  const answer = prove();
  await question();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(await answer).toBe(false);
  expect(document.activeElement?.textContent).toBe('here');
});

it('counts as no when the page goes away under the question, and where nobody can be asked', async () => {
  stubApi().on(listOwnIdentities, () => ({ identities: [], others: [] }));
  const { unmount } = renderPart(null, { account: anAccount() });
  const answer = prove();
  await question();
  unmount();
  expect(await answer).toBe(false);
  expect(await prove()).toBe(false);
});
