import type { FileEntry } from '@jadegate/contract/files/files';
import { createTicket } from '@jadegate/contract/identity/account';
import { getBranding } from '@jadegate/contract/platform/branding';
import { sessionFileEndpoints as files } from '@jadegate/contract/session/session-files';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { aFolderPage, anEntry } from '../../../components/files/file.builders.ts';
import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { aBranding, anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SessionFilesPanel, type FileFlags } from './SessionFilesPanel.tsx';

const t = i18n.getFixedT('zh-TW', 'files');
const own = i18n.getFixedT('zh-TW', 'session-files');
const parts = i18n.getFixedT('zh-TW', 'parts');
const ALL: FileFlags = {
  fileSystem: '1',
  upload: '1',
  download: '1',
  delete: '1',
  rename: '1',
  edit: '1',
  createDir: '1',
};

async function open(entries: FileEntry[] = [anEntry()], flags: Partial<FileFlags> = {}) {
  const api = stubApi()
    .on(getBranding, () => aBranding())
    .on(files.stat, () => anEntry({ name: 'me', path: '/home/me', isDir: true }))
    .on(files.page, ({ body }) => aFolderPage(entries, body))
    .on(files.removeProgress, () => ({ removed: 0 }))
    .on(files.measure, () => ({ files: 12, folders: 3, bytes: 2048, isWhole: true }))
    .on(createTicket, () => ({ ticket: 'ticket', expiresInSeconds: 30 }));
  const props = { sessionId: 's1', flags: { ...ALL, ...flags }, isShown: true, hasShell: true };
  const view = renderPart(<SessionFilesPanel {...props} />, { account: anAccount() });
  if (flags.fileSystem !== '0') {
    await screen.findByLabelText(t('path.label'));
  }
  return { ...view, api };
}

async function choose(user: Awaited<ReturnType<typeof open>>['user'], name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: parts('action.more', { name }) }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the files of a session', () => {
  it('are named in plain text, whatever their names hold', async () => {
    const names = ['<img src=x onerror=alert(1)>', '<script>alert(1)<', '\'"><svg onload=alert(1)>.svg'];
    const { container } = await open(names.map((name) => anEntry({ name })));
    for (const name of names) {
      expect(await screen.findByRole('button', { name })).toBeTruthy();
    }
    expect(container.ownerDocument.querySelectorAll('img, script, [onload], [onerror]')).toHaveLength(0);
  });

  it('begin at home, and lead into folders and to typed paths', async () => {
    const { api, user } = await open([anEntry({ name: 'docs', isDir: true }), anEntry({ name: 'a\u202eb' })]);
    expect(await screen.findByRole('button', { name: 'a\\u{202e}b' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'docs' }));
    await waitFor(() => expect(api.callsTo(files.page).at(-1)?.body.dir).toBe('/home/me/docs'));
    const box = screen.getByLabelText(t('path.label'));
    await user.clear(box);
    await user.type(box, '../../etc{Enter}');
    await waitFor(() => expect(api.callsTo(files.page).at(-1)?.body.dir).toBe('/home/etc'));
  });

  it('say why a folder cannot be read', async () => {
    const { api, user } = await open();
    api.on(files.page, () => refuse('file.permission', '遠端帳號沒有權限'));
    await user.click(screen.getByRole('button', { name: t('path.up') }));
    expect(await screen.findByText('遠端帳號沒有權限')).toBeTruthy();
  });

  it('are renamed', async () => {
    const { api, user } = await open();
    api.on(files.rename, () => null);
    await choose(user, 'file.txt', t('action.rename'));
    const name = await screen.findByLabelText(t('rename.label'));
    await user.clear(name);
    await user.type(name, 'a/b');
    expect(screen.getByText(t('name.invalid'))).toBeTruthy();
    await user.clear(name);
    await user.type(name, 'new.txt{Enter}');
    await waitFor(() => expect(api.callsTo(files.rename)).toHaveLength(1));
    expect(api.callsTo(files.rename)[0]?.query.get('newName')).toBe('/home/me/new.txt');
  });

  it('are deleted after a question', async () => {
    const { api, user } = await open([anEntry({ name: 'docs', isDir: true })]);
    api.on(files.remove, () => null);
    await choose(user, 'docs', t('action.remove'));
    expect(api.callsTo(files.remove)).toHaveLength(0);
    // Not by role and name: Ant Design gives every title the same id in tests.
    expect(await screen.findByText(t('remove.one', { name: 'docs' }))).toBeTruthy();
    const counted = { files: 12, folders: 3, size: '2.00 KB' };
    expect(await screen.findByText(t('remove.counted', counted))).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: t('remove.ok') }).at(-1) ?? document.body);
    await waitFor(() => expect(api.callsTo(files.remove)[0]?.body.file).toBe('/home/me/docs'));
  });

  it('that are selected are downloaded as one archive, and moved one by one', async () => {
    const { api, user } = await open([anEntry({ name: 'docs', isDir: true }), anEntry({ name: 'b' })]);
    api
      .on(files.orderArchive, () => ({ archiveId: 'archive-1', files: 1, folders: 1, bytes: 0 }))
      .on(files.rename, () => null);
    await user.click(await screen.findByRole('checkbox', { name: t('select', { name: 'docs' }) }));
    await user.click(screen.getByRole('checkbox', { name: t('select', { name: 'b' }) }));
    const bar = screen.getByRole('toolbar', { name: t('selected.label') });
    await user.click(within(bar).getByRole('button', { name: t('action.downloadSelected') }));
    await waitFor(() =>
      expect(api.callsTo(files.orderArchive)[0]?.body.files).toEqual(['/home/me/docs', '/home/me/b']),
    );
    await waitFor(() => expect(api.callsTo(createTicket)[0]?.body.path).toBe('/sessions/s1/archive'));
    await user.click(within(bar).getByRole('button', { name: t('action.moveSelected') }));
    const to = await screen.findByLabelText(t('move.label'));
    await user.clear(to);
    await user.type(to, '/srv{Enter}');
    await waitFor(() => expect(api.callsTo(files.rename)).toHaveLength(2));
    expect(api.callsTo(files.rename).map(({ query }) => query.get('newName'))).toEqual([
      '/srv/docs',
      '/srv/b',
    ]);
  });

  it('are copied into a folder that is chosen step by step', async () => {
    const top = [anEntry({ name: 'docs', isDir: true }), anEntry({ name: 'b' })];
    const above = [anEntry({ name: 'other', path: '/home/other', isDir: true })];
    const { api, user } = await open(top);
    const folder: Record<string, FileEntry[]> = { '/home/me': top, '/home': above };
    api.on(files.copy, () => null).on(files.page, ({ body }) => aFolderPage(folder[body.dir] ?? [], body));
    await choose(user, 'docs', t('action.copy'));
    const to = await screen.findByLabelText<HTMLInputElement>(t('move.label'));
    const folders = () => within(screen.getByRole('group', { name: /資料夾/ }));
    // Not into itself, whether it is chosen or typed.
    expect((await folders().findByRole<HTMLButtonElement>('button', { name: 'docs' })).disabled).toBe(true);
    await user.type(to, '/docs/in');
    expect(await screen.findByText(t('move.intoItself'))).toBeTruthy();
    await user.clear(to);
    await user.type(to, '/home/me');
    await user.click(folders().getByRole('button', { name: t('path.up') }));
    await user.click(await folders().findByRole('button', { name: 'other' }));
    expect(to.value).toBe('/home/other');
    await user.click(screen.getAllByRole('button', { name: t('copy.ok') }).at(-1) ?? document.body);
    await waitFor(() => expect(api.callsTo(files.copy)).toHaveLength(1));
    expect(api.callsTo(files.copy)[0]?.body).toEqual({ from: '/home/me/docs', to: '/home/other/docs' });
  });

  it('are moved into one of very many folders', async () => {
    const { api, user } = await open([anEntry({ name: 'b' })]);
    // As if each page were full: that would take long to draw here.
    api.on(files.page, ({ body }) => ({
      ...aFolderPage([anEntry({ name: `folder ${body.pageIndex}`, isDir: true })]),
      total: 230,
    }));
    await choose(user, 'b', t('action.move'));
    const folders = within(await screen.findByRole('group', { name: /資料夾/ }));
    await user.click(await folders.findByRole('button', { name: t('move.more', { count: 229 }) }));
    expect(await folders.findByRole('button', { name: 'folder 2' })).toBeTruthy();
    expect(folders.getAllByRole('button')).toHaveLength(3);
    expect(api.callsTo(files.page).at(-1)?.body).toMatchObject({ pageIndex: 2, foldersOnly: true });
  });

  it('are made anew, and opened to be written', async () => {
    const { api, user } = await open();
    const headers = { 'content-disposition': 'attachment; filename="new.txt"' };
    api.on(files.newFile, () => null).on(files.download, () => new Response(new Uint8Array(), { headers }));
    await user.click(screen.getByRole('button', { name: t('action.newFile') }));
    await user.type(await screen.findByLabelText(t('file.label')), 'new.txt{Enter}');
    await waitFor(() => expect(api.callsTo(files.newFile)[0]?.body.file).toBe('/home/me/new.txt'));
    await waitFor(() => expect(api.callsTo(files.download)[0]?.query.get('file')).toBe('/home/me/new.txt'));
  });

  it('are hidden when they begin with a dot, until somebody wants to see them, and filtered by name', async () => {
    const { user } = await open([
      anEntry({ name: '.profile' }),
      anEntry({ name: 'Notes' }),
      anEntry({ name: 'x' }),
    ]);
    await screen.findByRole('button', { name: 'Notes' });
    expect(screen.queryByRole('button', { name: '.profile' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: t('filter.hidden') }));
    expect(await screen.findByRole('button', { name: '.profile' })).toBeTruthy();
    expect(localStorage.getItem('files-show-hidden')).toBe('true');
    await user.type(screen.getByRole('searchbox', { name: t('filter.label') }), 'note');
    await waitFor(() => expect(screen.queryByRole('button', { name: '.profile' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Notes' })).toBeTruthy();
    expect(screen.getByText(t('total.matching', { count: 1 }))).toBeTruthy();
  });

  it('are walked through, renamed, deleted and selected by keyboard', async () => {
    const { api, user } = await open([anEntry({ name: 'a' }), anEntry({ name: 'b' })]);
    api.on(files.rename, () => null).on(files.remove, () => null);
    const [a, b] = [
      await screen.findByRole('button', { name: 'a' }),
      screen.getByRole('button', { name: 'b' }),
    ];
    a.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(b);
    await user.keyboard('{F2}');
    const name = await screen.findByLabelText(t('rename.label'));
    // Keys of a dialog are not keys of the list.
    await user.type(name, '{Backspace}c{Enter}');
    await waitFor(() => expect(api.callsTo(files.rename)[0]?.query.get('newName')).toBe('/home/me/c'));
    await waitFor(() => expect(screen.queryByLabelText(t('rename.label'))).toBeNull());
    screen.getByRole('button', { name: 'b' }).focus();
    await user.keyboard('{Control>}a{/Control}{Delete}');
    expect(await screen.findByText(t('remove.many', { count: 2 }))).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: t('remove.ok') }).at(-1) ?? document.body);
    await waitFor(() => expect(api.callsTo(files.remove)).toHaveLength(2));
    screen.getByRole('button', { name: 'b' }).focus();
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(api.callsTo(files.page).at(-1)?.body.dir).toBe('/home'));
  });

  it('of a large folder are shown page by page, and what is selected is what is seen', async () => {
    const { api, user } = await open([]);
    // As if each page were full: that would take long to draw here.
    let isWhole = true;
    api.on(files.page, ({ body: { pageIndex } }) => ({
      ...aFolderPage([anEntry({ name: `a${pageIndex}` }), anEntry({ name: `b${pageIndex}` })]),
      total: 450,
      isWhole,
    }));
    await user.click(screen.getByRole('button', { name: t('path.refresh') }));
    expect(await screen.findByText(t('total.all', { count: 450 }))).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: t('selectPage', { count: 2 }) }));
    const selected = t('selected.page', { count: 2, total: 450 });
    expect(await screen.findByText(selected)).toBeTruthy();
    // Down from the last entry is the first of the next page, and up again the last of this one.
    screen.getByRole('button', { name: 'b1' }).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'a2' })));
    expect(screen.queryByText(selected)).toBeNull();
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'b1' })));
    isWhole = false;
    await user.click(screen.getByTitle('3'));
    expect(await screen.findByRole('button', { name: 'a3' })).toBeTruthy();
    expect(screen.getByText(t('total.notWhole'))).toBeTruthy();
    await user.click(screen.getByText(t('column.size')));
    await waitFor(() =>
      expect(api.callsTo(files.page).at(-1)?.body).toMatchObject({ pageIndex: 1, field: 'size' }),
    );
  });

  it('get new folders and permissions', async () => {
    const { api, user } = await open();
    api.on(files.makeFolder, () => refuse('file.exists', '已經存在')).on(files.changeMode, () => null);
    await user.click(screen.getByRole('button', { name: t('action.newFolder') }));
    await user.type(await screen.findByLabelText(t('folder.label')), 'docs{Enter}');
    expect(await screen.findByText('已經存在')).toBeTruthy();
    expect(api.callsTo(files.makeFolder)[0]?.query.get('dir')).toBe('/home/me/docs');
    await user.click(screen.getAllByRole('button', { name: t('action.cancel') })[0] ?? document.body);
    await choose(user, 'file.txt', t('action.permissions'));
    const group = await screen.findByRole('group', { name: t('permissions.others') });
    await user.click(within(group).getByRole('checkbox', { name: t('permissions.read') }));
    await user.click(screen.getByRole('button', { name: t('permissions.ok') }));
    await waitFor(() => expect(api.callsTo(files.changeMode)[0]?.body.permissions).toBe(0o640));
  });

  it('that are too large or no text are not opened', async () => {
    const { api, user } = await open([
      anEntry({ name: 'big', size: 10_000_000 }),
      anEntry({ name: 'binary' }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'big' }));
    expect(await screen.findByText(/無法直接編輯/)).toBeTruthy();
    expect(api.callsTo(files.download)).toHaveLength(0);
    await user.click(screen.getAllByRole('button', { name: /close|關閉/i }).at(-1) ?? document.body);
    const headers = { 'content-disposition': 'attachment; filename="binary"' };
    api.on(files.download, () => new Response(new Uint8Array([0, 1, 2]), { headers }));
    await user.click(await screen.findByRole('button', { name: 'binary' }));
    expect(await screen.findByText(t('editor.binary'))).toBeTruthy();
    expect(api.callsTo(files.edit)).toHaveLength(0);
  });

  it.each([
    ['upload', () => [t('action.uploadFiles'), t('action.uploadFolder')]],
    ['createDir', () => [t('action.newFolder'), t('action.uploadFolder')]],
  ] as const)('without the right to %s show disabled buttons', async (flag, names) => {
    await open([anEntry()], { [flag]: '0' });
    for (const name of names()) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
  });

  it('say so when there are none', async () => {
    const { api } = await open([], { fileSystem: '0' });
    expect(await screen.findByText(own('none.title'))).toBeTruthy();
    expect(api.callsTo(files.page)).toHaveLength(0);
  });
});
