import { listUsers } from '@jadegate/contract/identity/user';
import type { MenuId } from '@jadegate/contract/menu';
import { createShare, getSharing, revokeShare, type Sharing } from '@jadegate/contract/session/session-share';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aUserRow } from '../../identity/user/user.builders.ts';
import { aShare, aSharing } from './session-share.builders.ts';
import { ShareModal } from './ShareModal.tsx';

const t = i18n.getFixedT('zh-TW', 'session-share');

async function open(sharing: Partial<Sharing> = {}, menus: MenuId[] = []) {
  const api = stubApi()
    .on(getSharing, () => aSharing(sharing))
    .on(listUsers, () => ({ total: 0, items: [] }));
  const view = renderPart(
    <ShareModal sessionId="session-1" hostName="web-01" open onClose={() => undefined} />,
    { account: anAccount({ type: menus.length > 0 ? 'admin' : 'user', menus }) },
  );
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(document.querySelector('.ant-spin')).toBeNull());
  return { ...view, api, dialog };
}

const create = () => screen.getByRole('button', { name: t('action.create') });

describe('the share dialog', () => {
  it('starts with looking on for named people, and shows the link once it is made', async () => {
    const { user, api, dialog } = await open();
    api.on(createShare, () => ({ ...aShare(), token: 'secret-token' }));
    expect(create()).toHaveProperty('disabled', true);
    await user.type(dialog.getByRole('combobox', { name: t('field.usernames') }), 'han{Enter}yun,');
    await user.click(create());
    const link = await dialog.findByRole<HTMLInputElement>('textbox', { name: t('link.label') });
    expect(link.value).toBe(`${window.location.origin}/share-session#secret-token`);
    expect(api.callsTo(createShare)[0]?.params.id).toBe('session-1');
    expect(api.callsTo(createShare)[0]?.body).toEqual({
      mode: 'read',
      audience: 'named',
      usernames: ['han', 'yun'],
      minutes: 60,
    });
  });

  it('sends no names to everybody, and lets others type where it may', async () => {
    const { user, api, dialog } = await open({ policy: 'signed-in' });
    api.on(createShare, () => ({ ...aShare(), token: 'secret-token' }));
    await user.type(dialog.getByRole('combobox', { name: t('field.usernames') }), 'han{Enter}');
    await user.click(dialog.getByText(t('mode.write')));
    await user.click(dialog.getByRole('radio', { name: t('audience.signed-in') }));
    await user.click(create());
    await dialog.findByRole('textbox', { name: t('link.label') });
    expect(api.callsTo(createShare)[0]?.body).toMatchObject({
      mode: 'write',
      audience: 'signed-in',
      usernames: [],
    });
  });

  it('offers only what the installation and the rights allow', async () => {
    const { dialog } = await open({ policy: 'named', mayWrite: false });
    expect(dialog.getByRole('radio', { name: t('audience.signed-in') })).toHaveProperty('disabled', true);
    expect(dialog.getByRole('radio', { name: t('mode.write') })).toHaveProperty('disabled', true);
    expect(dialog.getByText(t('help.audienceOff'))).toBeDefined();
  });

  it('says so where sharing is switched off', async () => {
    const { dialog } = await open({ policy: 'off' });
    expect(dialog.getByText(t('help.off'))).toBeDefined();
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
  });

  it('says why a share was refused, and keeps what was typed', async () => {
    const { user, api, dialog } = await open();
    api.on(createShare, () => refuse('share.too_many', '已達上限'));
    await user.type(dialog.getByRole('combobox', { name: t('field.usernames') }), 'han{Enter}');
    await user.click(create());
    expect((await dialog.findByRole('alert')).textContent).toContain('已達上限');
    expect(dialog.getByText('han')).toBeDefined();
  });

  it('lists open shares and takes one back after a question', async () => {
    const participants = [{ name: 'Han', username: 'han', mode: 'write' as const }];
    const { user, api, dialog } = await open({ shares: [aShare()], participants });
    api.on(revokeShare, () => null);
    expect(dialog.getByLabelText(/Han/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.revoke') }));
    expect(api.callsTo(revokeShare)).toHaveLength(0);
    const question = within((await screen.findAllByRole('dialog')).at(-1) ?? document.body);
    await user.click(question.getByRole('button', { name: t('action.revoke') }));
    await waitFor(() => expect(api.callsTo(revokeShare)[0]?.params.shareId).toBe('share-1'));
  });

  it('looks people up only for those who may', async () => {
    const plain = await open();
    await plain.user.type(plain.dialog.getByRole('combobox', { name: t('field.usernames') }), 'h');
    expect(plain.api.callsTo(listUsers)).toHaveLength(0);
    plain.unmount();
    const { user, api, dialog } = await open({}, ['user']);
    await user.type(dialog.getByRole('combobox', { name: t('field.usernames') }), 'h');
    await waitFor(() => expect(api.callsTo(listUsers).at(-1)?.query.get('username')).toBe('h'));
  });

  it('offers others, and closes the picker once one is chosen', async () => {
    const { user, api, dialog } = await open({}, ['user']);
    const people = [aUserRow({ id: 'u-1', username: 'admin' }), aUserRow({ id: 'u-2', username: 'han' })];
    api.on(listUsers, () => ({ total: 2, items: people }));
    const input = dialog.getByRole('combobox', { name: t('field.usernames') });
    await user.type(input, 'a');
    const option = (username: string) =>
      [...document.querySelectorAll('.ant-select-item-option')].find((item) =>
        item.textContent.includes(username),
      );
    await waitFor(() => expect(option('han')).toBeDefined());
    expect(option('admin')).toBeUndefined();
    await user.click(option('han') as Element);
    await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('false'));
    expect(dialog.getAllByText('han')).not.toEqual([]);
  });

  it('tells those who may know of names that nobody has', async () => {
    const known = { total: 1, items: [aUserRow({ username: 'han', nickname: 'Han' })] };
    const { user, api, dialog } = await open({}, ['user']);
    api.on(listUsers, ({ query }) => (query.get('username') === 'Han' ? known : { total: 0, items: [] }));
    await user.type(dialog.getByRole('combobox', { name: t('field.usernames') }), 'Han,nobody,');
    expect(await dialog.findByText(t('help.unknown', { names: 'nobody' }))).toBeDefined();
    expect(create()).toHaveProperty('disabled', false);
  });
});
