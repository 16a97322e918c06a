import type { Command } from '@jadegate/contract/access/command';
import { listAllCommands, listAllOwnCommands } from '@jadegate/contract/access/command';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { useSnippetPanel } from './useSnippetPanel.tsx';

const t = i18n.getFixedT('zh-TW', 'terminal');

function aSnippet(given: Partial<Command>): Command {
  return {
    id: given.name ?? 'x',
    name: 'x',
    content: 'x',
    created: '2026-11-15 03:20:00',
    owner: 'user-1',
    ownerName: 'Mei',
    ownerAccount: 'mei',
    shared: false,
    ...given,
  };
}

const SNIPPETS = [
  aSnippet({ name: 'Disk space', content: 'df -h\n' }),
  aSnippet({ name: 'Log of a service', content: 'journalctl -u {{service:nginx}}' }),
];

async function openPanel(menus: string[] = [], snippets = SNIPPETS) {
  const onInsert = vi.fn();
  const api = stubApi()
    .on(listAllOwnCommands, () => snippets)
    .on(listAllCommands, () => snippets);
  const onReturn = vi.fn();
  function Panel() {
    const { panel, dialog } = useSnippetPanel({ onInsert, afterClose: () => undefined });
    return (
      <>
        {panel.render({
          sessionId: 's1',
          hostName: 'web',
          protocol: 'ssh',
          files: undefined,
          directory: undefined,
          isShown: true,
          onReturn,
        })}
        {dialog}
      </>
    );
  }
  const view = renderPart(<Panel />, { account: anAccount({ menus }) });
  await screen.findByText(snippets[0]?.name ?? t('snippet.none'));
  return { ...view, api, onInsert, onReturn };
}

it('puts a command in without the Enter at its end, and leads back to the terminal', async () => {
  const { user, onInsert, onReturn, api } = await openPanel();
  await user.click(screen.getByText('Disk space'));
  expect(onInsert.mock.calls).toEqual([['df -h']]);
  expect(onReturn).toHaveBeenCalledOnce();
  expect(api.callsTo(listAllCommands)).toEqual([]);
});

it('is searched in names and commands', async () => {
  const { user } = await openPanel();
  const box = screen.getByRole('searchbox', { name: t('snippet.search') });
  await user.type(box, 'service journal');
  await waitFor(() => expect(screen.queryByText('Disk space')).toBeNull());
  expect(screen.getByText('Log of a service')).toBeDefined();
  await user.type(box, 'zzz');
  expect(await screen.findByText(t('snippet.noMatch'))).toBeDefined();
});

it('asks for parameters first', async () => {
  const { user, onInsert } = await openPanel();
  await user.click(screen.getByText('Log of a service'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('service'));
  await user.type(dialog.getByLabelText('service'), 'sshd');
  expect(onInsert).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: t('snippet.insert') }));
  expect(onInsert.mock.calls).toEqual([['journalctl -u sshd']]);
});

it('offers everybody’s commands to those who manage them', async () => {
  const { api } = await openPanel(['command']);
  expect(api.callsTo(listAllOwnCommands)).toEqual([]);
  expect(api.callsTo(listAllCommands)).toHaveLength(1);
});

it.each([
  [[], '/my-command'],
  [['command'], '/command'],
])('leads to where commands are made when there are none (%j)', async (menus, path) => {
  await openPanel(menus, []);
  expect(screen.getByRole('link', { name: t('snippet.make') }).getAttribute('href')).toBe(path);
});
