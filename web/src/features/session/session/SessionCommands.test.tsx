import type { MenuId } from '@jadegate/contract/menu';
import { NEVER } from '@jadegate/contract/scalars';
import {
  listCommandLog,
  listSessionCommands,
  type CommandListRow,
  type SessionCommandRow,
} from '@jadegate/contract/session/session-command';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { CommandLogPage } from './CommandLogPage.tsx';
import { PlaybackClock } from './player/playback-clock.ts';
import { Slides } from './player/slides.builders.ts';
import { PlayerCommands } from './PlayerCommands.tsx';
import { aSessionRow } from './session.builders.ts';
import { SessionCommandDrawer } from './SessionCommandDrawer.tsx';

const t = i18n.getFixedT('zh-TW', 'session-command');

function aCommand(given: Partial<SessionCommandRow> = {}): SessionCommandRow {
  return {
    id: 'command-1',
    command: 'ls -la',
    isHidden: false,
    isUnchecked: false,
    riskLevel: 0,
    action: 'allow',
    wasSent: true,
    typedBy: 'guest',
    typedByName: '訪客阿德',
    offset: 61_000,
    created: NEVER,
    result: 'total 4\nfile',
    ...given,
  };
}

const DENIED = aCommand({
  id: 'command-2',
  command: 'rm -rf /',
  riskLevel: 1,
  action: 'deny',
  wasSent: false,
  offset: 65_000,
  result: '',
});

async function open(items: SessionCommandRow[], menus?: MenuId[]) {
  const api = stubApi().on(listSessionCommands, () => ({ total: items.length, items }));
  const view = renderPart(<SessionCommandDrawer open target={aSessionRow()} onClose={() => undefined} />, {
    account: anAccount(menus && { menus }),
  });
  await screen.findByText(items[0]?.command ?? t('empty.session'));
  return { ...view, api };
}

describe('the commands of a session', () => {
  it('say what became of each, and show the output on hover', async () => {
    const { user } = await open([aCommand(), DENIED]);
    const denied = within(screen.getByText('rm -rf /').closest('tr') as HTMLElement);
    expect(denied.getByText(t('risk.denied'))).toBeDefined();
    expect(screen.getByRole('columnheader', { name: t('field.typedBy') })).toBeDefined();
    expect(denied.getByText('訪客阿德（guest）')).toBeDefined();
    expect(denied.getByText('—')).toBeDefined();
    await user.hover(screen.getByText('total 4'));
    await waitFor(() =>
      expect([...document.querySelectorAll('pre')].map((pre) => pre.textContent)).toEqual(['total 4\nfile']),
    );
  });

  it('say that something was typed which nobody saw, and what no filter could judge', async () => {
    const hidden = aCommand({ id: 'command-3', command: '', isHidden: true });
    const unchecked = aCommand({ id: 'command-4', command: 'id', isUnchecked: true, riskLevel: 1 });
    await open([aCommand(), hidden, unchecked]);
    expect(screen.getByText(t('hidden'))).toBeDefined();
    expect(screen.getByRole('button', { name: new RegExp(t('hidden')) })).toBeDefined();
    const row = within(screen.getByText('id').closest('tr') as HTMLElement);
    expect(row.getByText(t('risk.unchecked'))).toBeDefined();
  });

  it('are sought on the server, and lead to their moment', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, api } = await open([aCommand()]);
    await user.type(screen.getByRole('searchbox'), 'ls{Enter}');
    await waitFor(() => expect(api.callsTo(listSessionCommands).at(-1)?.query.get('command')).toBe('ls'));
    await user.click(screen.getByText(t('filter.risky')));
    await waitFor(() => expect(api.callsTo(listSessionCommands).at(-1)?.query.get('riskLevel')).toBe('1'));
    const play = { name: t('action.playAt', { time: '01:01', command: 'ls -la' }) };
    await user.click(await screen.findByRole('button', play));
    expect(opened.mock.calls[0]?.[0]).toBe('/term-playback?sessionId=session-1&at=61.0');
    opened.mockRestore();
  });

  it('offer no playing to those who may not, and say when there are none', async () => {
    await open([aCommand()], ['offline-session', 'offline-session-command']);
    expect(screen.queryByRole('button', { name: /播放/ })).toBeNull();
  });

  it('are empty with a reason, and fail with one', async () => {
    await open([]);
    expect(screen.getByText(t('empty.sessionHelp'))).toBeDefined();
    stubApi().on(listSessionCommands, () => refuse('session.not_found', '找不到這個連線'));
    renderPart(
      <SessionCommandDrawer open target={aSessionRow({ id: 'other' })} onClose={() => undefined} />,
      {},
    );
    expect(await screen.findByText('找不到這個連線')).toBeDefined();
  });
});

it('beside the player the running command is marked, and each leads to its moment', async () => {
  stubApi().on(listSessionCommands, () => ({ total: 2, items: [aCommand(), DENIED] }));
  const clock = new PlaybackClock(90_000, new Slides());
  await clock.seek(62_000);
  const { user } = renderPart(
    <PlayerCommands sessionId="session-1" clock={clock} onClose={() => undefined} />,
    {},
  );
  const running = await screen.findByRole('button', { name: /ls -la/ });
  expect(running.getAttribute('aria-current')).toBe('true');
  expect(running.textContent).toContain('訪客阿德（guest）');
  await user.click(screen.getByRole('button', { name: /rm -rf/ }));
  expect(clock.state.position).toBe(65_000);
  await waitFor(() => expect(running.getAttribute('aria-current')).toBeNull());
});

it('the log over all sessions is filtered by the address', async () => {
  const { result: _result, ...command } = DENIED;
  const row: CommandListRow = {
    ...command,
    sessionId: 'session-1',
    mode: 'native',
    assetId: 'asset-1',
    assetName: 'web-01',
    userId: 'user-1',
    userName: 'Mei',
    userAccount: 'mei',
    clientIp: '192.0.2.7',
    isRecorded: false,
  };
  const api = stubApi().on(listCommandLog, () => ({ total: 1, items: [row] }));
  renderPart(<CommandLogPage />, {
    account: anAccount(),
    path: '/session-command?riskLevel=1&userName=Mei',
  });
  expect(await screen.findByText('rm -rf /')).toBeDefined();
  const { query } = api.callsTo(listCommandLog)[0] ?? {};
  expect([query?.get('riskLevel'), query?.get('userName')]).toEqual(['1', 'Mei']);
  expect(screen.getByRole('columnheader', { name: t('field.typedBy') })).toBeDefined();
  expect(screen.getByText('訪客阿德（guest）')).toBeDefined();
  const play = screen.getByRole('button', { name: /訪客阿德 rm -rf/ });
  expect((play as HTMLButtonElement).disabled).toBe(true);
});
