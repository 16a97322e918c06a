import type { MenuId } from '@jadegate/contract/menu';
import { NEVER } from '@jadegate/contract/scalars';
import {
  deleteSessions,
  disconnectSessions,
  disconnectUser,
  listSessions,
  markReviewed,
  messageSession,
  type SessionRow,
} from '@jadegate/contract/session/session';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { OfflineSessionPage } from './OfflineSessionPage.tsx';
import { OnlineSessionPage } from './OnlineSessionPage.tsx';
import { aLiveSession, aSessionRow } from './session.builders.ts';

const t = i18n.getFixedT('zh-TW', 'session');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function open(part: 'online' | 'offline', rows: SessionRow[], menus?: MenuId[]) {
  const api = stubApi().on(listSessions, () => ({ total: rows.length, items: rows }));
  const view = renderPart(part === 'online' ? <OnlineSessionPage /> : <OfflineSessionPage />, {
    account: anAccount(menus && { menus }),
    path: `/${part}-session`,
  });
  await screen.findByText(rows[0]?.assetName ?? '');
  return { ...view, api };
}

describe('live sessions', () => {
  it('are asked for by their status, and one is ended after a question', async () => {
    const { user, api } = await open('online', [aLiveSession()]);
    api.on(disconnectSessions, () => null);
    expect(api.callsTo(listSessions)[0]?.query.get('status')).toBe('connected');

    await user.click(screen.getByRole('button', { name: parts('action.more', { name: 'Mei web-01' }) }));
    await user.click(await screen.findByText(t('action.disconnect')));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.disconnect.title', { user: 'Mei', asset: 'web-01' }))).toBeDefined();
    expect(api.callsTo(disconnectSessions)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.disconnect') }));

    await waitFor(() =>
      expect(api.callsTo(disconnectSessions).map(({ params }) => params.ids)).toEqual(['session-1']),
    );
  });

  it('are marked while their browser is gone, with the time left', async () => {
    const awayUntil = new Date(Date.now() + 240_000).toISOString();
    await open('online', [aLiveSession(), aLiveSession({ id: 'session-2', assetName: 'web-02', awayUntil })]);
    const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
    expect(row('web-01').getByText(t('state.here'))).toBeDefined();
    expect(row('web-02').queryByText(t('state.here'))).toBeNull();
    expect(row('web-02').getByText(new RegExp(parts('away', { left: '[34]:\\d\\d' })))).toBeDefined();
  });

  it('that came by an SSH client say so, and by which', async () => {
    const ssh = { door: 'ssh', sshClient: 'SSH-2.0-OpenSSH_10.0p2 Debian-7' } as const;
    await open('online', [aLiveSession(), aLiveSession({ id: 'session-2', assetName: 'web-02', ...ssh })]);
    const [mark, ...others] = screen.getAllByRole('img', { name: /SSH 用戶端/ });
    expect(mark?.getAttribute('aria-label')).toBe(t('door.markOf', { client: 'OpenSSH_10.0p2 Debian-7' }));
    expect(mark?.closest('tr')?.textContent).toContain('web-02');
    expect(others).toEqual([]);
  });

  it('of a person are ended together', async () => {
    const { user, api } = await open('online', [aLiveSession()]);
    api.on(disconnectUser, () => null);
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: 'Mei web-01' }) }));
    await user.click(await screen.findByText(t('action.disconnectAll')));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: t('action.disconnect') }));
    await waitFor(() => expect(api.callsTo(disconnectUser)[0]?.query.get('userId')).toBe('user-1'));
  });

  it('show why a message did not arrive', async () => {
    const { user, api } = await open('online', [aLiveSession()]);
    api.on(messageSession, () => refuse('session.nobody_there', '對方不在'));
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: 'Mei web-01' }) }));
    await user.click(await screen.findByText(t('action.message')));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), '請先存檔{Enter}');
    expect(await dialog.findByText('對方不在')).toBeDefined();
    expect(api.callsTo(messageSession)[0]?.body).toEqual({ text: '請先存檔' });
  });

  it('say who else is in them, and are joined beside the list', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await open('online', [
      aLiveSession({
        participants: [
          { name: 'Han', username: 'han' },
          { name: '小雲', username: 'yun' },
        ],
      }),
    ]);
    await user.hover(screen.getByText('2'));
    expect(await screen.findByText('Han、小雲（yun）')).toBeDefined();
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: 'Mei web-01' }) }));
    await user.click(await screen.findByText(t('action.join')));
    expect(opened).toHaveBeenCalledWith('/share-session?sessionId=session-1', '_blank', 'noopener');
    opened.mockRestore();
  });

  it('offer nothing to those who may only look at the list', async () => {
    await open('online', [aLiveSession()], ['online-session']);
    expect(screen.queryByRole('button', { name: /Mei/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('past sessions', () => {
  it('say how long they were, why they ended and whether they were reviewed', async () => {
    const { api } = await open('offline', [
      aSessionRow(),
      aSessionRow({ id: 'session-2', assetName: 'db-01', reviewed: true }),
    ]);
    expect(api.callsTo(listSessions)[0]?.query.get('status')).toBe('disconnected');
    expect(screen.getAllByText('3 分鐘 7 秒')).toHaveLength(2);
    expect(screen.getAllByText('left')).toHaveLength(2);
    expect(screen.getAllByText('2.00 KB')).toHaveLength(2);
    expect(screen.getByText(t('reviewed.false'))).toBeDefined();
    expect(screen.getByText(t('reviewed.true'))).toBeDefined();
  });

  it('that never came to connect say when that was tried, and have no length', async () => {
    const failed = aSessionRow({ connectedTime: NEVER, createdTime: '2026-11-15 04:05:06', code: 1 });
    await open('offline', [failed]);
    expect(screen.getByText('2026-11-15 04:05:06')).toBeDefined();
    expect(screen.queryByText(parts('time.never'))).toBeNull();
    const row = within(screen.getByText('web-01').closest('tr') as HTMLElement);
    expect(row.getAllByText('—').length).toBeGreaterThan(0);
  });

  it('are marked and deleted', async () => {
    const { user, api } = await open('offline', [aSessionRow()]);
    api.on(markReviewed, () => null).on(deleteSessions, () => null);
    const more = () => screen.getByRole('button', { name: parts('action.more', { name: 'Mei web-01' }) });
    await user.click(more());
    await user.click(await screen.findByText(t('action.markReviewed')));
    await waitFor(() => expect(api.callsTo(markReviewed)[0]?.params.ids).toBe('session-1'));
    await user.click(more());
    await user.click(await screen.findByText(t('action.delete')));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));
    await waitFor(() => expect(api.callsTo(deleteSessions)[0]?.params.ids).toBe('session-1'));
  });

  it('without a recording cannot be played, and say so', async () => {
    await open('offline', [aSessionRow({ recording: '0' })]);
    const label = `${t('action.play')} Mei web-01 (${t('help.noRecording')})`;
    expect(screen.getByRole('button', { name: label })).toBeDefined();
  });

  it('offer nothing to those who may only look at the list', async () => {
    await open('offline', [aSessionRow()], ['offline-session']);
    expect(screen.queryByRole('button', { name: parts('action.moreOfList') })).toBeNull();
    expect(screen.queryByRole('button', { name: /Mei/ })).toBeNull();
  });
});
