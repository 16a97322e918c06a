import {
  createOwnCommand,
  deleteOwnCommands,
  getCommand,
  getOwnCommand,
  listCommands,
  listOwnCommands,
  updateCommand,
  updateOwnCommand,
  type Command,
} from '@jadegate/contract/access/command';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount, aUser } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aCommand } from './command.builders.ts';
import { CommandListPage } from './CommandListPage.tsx';
import { MyCommandPage } from './MyCommandPage.tsx';

const t = i18n.getFixedT('zh-TW', 'command');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function openAll(given: Command = aCommand(), menus?: MenuId[]) {
  const api = stubApi()
    .on(getCommand, () => given)
    .on(listCommands, () => ({ total: 1, items: [given] }));
  const account = anAccount(menus && { menus });
  const view = renderPart(<CommandListPage />, { account, path: '/command' });
  await screen.findByText(given.name);
  return { ...view, api };
}

async function openOwn(...given: Command[]) {
  const api = stubApi().on(listOwnCommands, () => ({ total: given.length, items: given }));
  const view = renderPart(<MyCommandPage />, { account: aUser(), path: '/my-command' });
  await screen.findByText(given[0]?.name ?? t('empty.title'));
  return { ...view, api };
}

const copied = () => navigator.clipboard.readText();

describe('everybody’s commands', () => {
  it('are copied as they are when they ask for nothing', async () => {
    const { user } = await openAll();
    await user.click(screen.getByRole('button', { name: `${t('action.copy')} Disk space` }));
    expect(await screen.findByText(t('message.copied', { name: 'Disk space' }))).toBeDefined();
    expect(await copied()).toBe('df -h');
  });

  it('ask for their parameters, show the result, and copy just that', async () => {
    const { user } = await openAll(aCommand({ content: 'ssh -p {{port:22}} {{host}}\nuptime' }));
    await user.click(screen.getByRole('button', { name: `${t('action.copy')} Disk space` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLInputElement>('port').value).toBe('22');
    await user.type(dialog.getByLabelText('host'), 'db $1 "x"');
    expect(dialog.getByText(/ssh -p 22 db \$1 "x"/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.copy') }));
    await screen.findByText(t('message.copied', { name: 'Disk space' }));
    expect(await copied()).toBe('ssh -p 22 db $1 "x"\nuptime');
  });

  it('are shared from the menu of the row', async () => {
    const { api, user } = await openAll();
    api.on(updateCommand, () => null);
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: 'Disk space' }) }));
    await user.click(await screen.findByText(t('action.share')));
    await waitFor(() => expect(api.callsTo(updateCommand)).toHaveLength(1));
    expect(api.callsTo(updateCommand)[0]?.body).toEqual({
      name: 'Disk space',
      content: 'df -h',
      shared: true,
    });
  });

  it('offer only what the person may do', async () => {
    await openAll(aCommand(), ['command']);
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} Disk space` })).toBeNull();
    expect(screen.queryByRole('button', { name: parts('action.more', { name: 'Disk space' }) })).toBeNull();
    expect(screen.getByRole('button', { name: `${t('action.copy')} Disk space` })).toBeDefined();
  });

  it('are searched by content on the server', async () => {
    const { api, user } = await openAll();
    await user.type(screen.getByLabelText(t('field.content')), 'df');
    await waitFor(() => expect(api.callsTo(listCommands).at(-1)?.query.get('content')).toBe('df'));
  });
});

describe('one’s own commands', () => {
  it('are made without deciding about sharing', async () => {
    const { api, user } = await openOwn(aCommand());
    api.on(createOwnCommand, () => aCommand());
    await user.click(screen.getByRole('button', { name: t('action.create') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.type(await drawer.findByLabelText(t('field.name')), 'Load');
    await user.type(drawer.getByLabelText(t('field.content')), 'uptime');
    expect(drawer.queryByLabelText(t('field.shared'))).toBeNull();
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(createOwnCommand)).toHaveLength(1));
    expect(api.callsTo(createOwnCommand)[0]?.body).toEqual({ name: 'Load', content: 'uptime' });
  });

  it('can be changed and deleted; somebody else’s shared one can only be used', async () => {
    const { api, user } = await openOwn(
      aCommand(),
      aCommand({ id: 'command-2', name: 'Shared one', owner: 'user-9', shared: true }),
    );
    api.on(deleteOwnCommands, () => null);
    expect(screen.getByRole('button', { name: `${t('action.copy')} Shared one` })).toBeDefined();
    expect(screen.getByRole('button', { name: `${t('action.run')} Shared one` })).toBeDefined();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} Shared one` })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.delete')} Shared one` })).toBeNull();
    await user.click(screen.getByRole('button', { name: `${t('action.delete')} Disk space` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));
    await waitFor(() => expect(api.callsTo(deleteOwnCommands)[0]?.params.ids).toBe('command-1'));
  });

  it('say beforehand that new content ends the sharing', async () => {
    const shared = aCommand({ shared: true });
    const { api, user } = await openOwn(shared);
    api.on(getOwnCommand, () => shared).on(updateOwnCommand, () => null);
    await user.click(screen.getByRole('button', { name: `${t('action.edit')} Disk space` }));
    expect(await screen.findByText(t('help.ownShared'))).toBeDefined();
  });
});
