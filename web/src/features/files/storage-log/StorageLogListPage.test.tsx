import {
  clearStorageLogs,
  deleteStorageLogs,
  listStorageLogs,
  type StorageLogRow,
} from '@jadegate/contract/files/storage-log';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SessionStorageLogDrawer } from './SessionStorageLogDrawer.tsx';
import { aStorageLogRow } from './storage-log.builders.ts';
import { StorageLogListPage } from './StorageLogListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'storage-log');
const parts = i18n.getFixedT('zh-TW', 'parts');
const NAME = 'Mei /var/log/syslog';

async function open(rows: StorageLogRow[], menus?: MenuId[], path = '/storage-log') {
  const api = stubApi().on(listStorageLogs, () => ({ total: rows.length, items: rows }));
  const view = renderPart(<StorageLogListPage />, { account: anAccount(menus && { menus }), path });
  await screen.findByText(rows[0]?.fileName || 'Mei');
  return { ...view, api };
}

describe('the file log', () => {
  it('says who did what to which file, how it went, and how much it was', async () => {
    await open([
      aStorageLogRow(),
      aStorageLogRow({
        id: 'file-2',
        action: 'rm',
        fileName: '/tmp/x',
        result: 'failure',
        bytes: 0,
        checksum: '',
      }),
    ]);
    const row = within(screen.getByText('/var/log/syslog').closest('tr') as HTMLElement);
    expect(row.getByText(t('kind.download'))).toBeDefined();
    expect(row.getByText('2.00 KB')).toBeDefined();
    expect(row.getByText('ab'.repeat(32))).toBeDefined();
    const other = within(screen.getByText('/tmp/x').closest('tr') as HTMLElement);
    expect(other.getByText(t('result.failure'))).toBeDefined();
    expect(other.getAllByText('—')).toHaveLength(2);
  });

  it('is filtered by the address, and leads to the session', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, api } = await open(
      [aStorageLogRow()],
      undefined,
      '/storage-log?userName=Mei&action=download',
    );
    const [first] = api.callsTo(listStorageLogs);
    expect([first?.query.get('userName'), first?.query.get('action')]).toEqual(['Mei', 'download']);
    await user.click(screen.getByRole('button', { name: `${t('action.play')} ${NAME}` }));
    expect(opened.mock.calls[0]?.[0]).toBe('/term-playback?sessionId=session-1');
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: NAME }) }));
    await user.click(await screen.findByText(t('action.sameSession')));
    await waitFor(() =>
      expect(api.callsTo(listStorageLogs).at(-1)?.query.get('sessionId')).toBe('session-1'),
    );
  });

  it('names text by what was done with it, and plays its desktop', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await open([aStorageLogRow({ action: 'clipboard-paste', fileName: '', mode: 'guacd' })]);
    const name = `Mei ${t('kind.clipboard-paste')}`;
    await user.click(screen.getByRole('button', { name: `${t('action.play')} ${name}` }));
    expect(opened.mock.lastCall?.[0]).toBe('/guacd-playback?sessionId=session-1');
    await user.click(screen.getByRole('button', { name: parts('action.more', { name }) }));
    await user.click(await screen.findByText(t('action.delete')));
    const dialog = within(await screen.findByRole('dialog'));
    const title = t('confirm.delete.title', { name: t('kind.clipboard-paste') });
    expect(dialog.getAllByText(title)).not.toEqual([]);
  });

  it('is deleted after a question, and cleared after a word', async () => {
    const { user, api } = await open([aStorageLogRow()]);
    api.on(deleteStorageLogs, () => null).on(clearStorageLogs, () => null);
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: NAME }) }));
    await user.click(await screen.findByText(t('action.delete')));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.delete.title', { name: 'syslog' }))).toBeDefined();
    expect(api.callsTo(deleteStorageLogs)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));
    await waitFor(() => expect(api.callsTo(deleteStorageLogs)[0]?.params.ids).toBe('file-1'));

    await user.click(screen.getByRole('button', { name: parts('action.moreOfList') }));
    await user.click(await screen.findByRole('menuitem', { name: t('action.clear') }));
    const clearing = within(
      (await screen.findByText(t('confirm.clear.title'))).closest('[role="dialog"]') as HTMLElement,
    );
    await user.type(clearing.getByRole('textbox'), t('confirm.clear.word'));
    await user.click(clearing.getByRole('button', { name: t('action.clear') }));
    await waitFor(() => expect(api.callsTo(clearStorageLogs)).toHaveLength(1));
  });

  it('offers nothing but itself to those who may only look', async () => {
    await open([aStorageLogRow()], ['storage-log']);
    expect(screen.queryByRole('button', { name: parts('action.moreOfList') })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.play')} ${NAME}` })).toBeNull();
    expect(screen.getByRole('button', { name: `${t('action.sameSession')} ${NAME}` })).toBeDefined();
  });
});

describe('the files of one session', () => {
  const show = () =>
    renderPart(
      <SessionStorageLogDrawer open sessionId="session-1" name="Mei · web-01" onClose={() => undefined} />,
      {
        account: anAccount(),
      },
    );

  it('are those of the session, oldest first', async () => {
    const api = stubApi().on(listStorageLogs, () => ({ total: 1, items: [aStorageLogRow()] }));
    show();
    expect(await screen.findByText('/var/log/syslog')).toBeDefined();
    const query = api.callsTo(listStorageLogs)[0]?.query;
    expect([query?.get('sessionId'), query?.get('order')]).toEqual(['session-1', 'ascend']);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/storage-log?sessionId=session-1');
  });

  it('may be none, or not to be had', async () => {
    const api = stubApi().on(listStorageLogs, () => ({ total: 0, items: [] }));
    const { unmount } = show();
    expect(await screen.findByText(t('empty.sessionTitle'))).toBeDefined();
    unmount();
    api.on(listStorageLogs, () => refuse('auth.forbidden', '沒有權限'));
    show();
    expect(await screen.findByText('沒有權限')).toBeDefined();
  });
});
