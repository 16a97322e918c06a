import type { MenuId } from '@jadegate/contract/menu';
import {
  searchSessions,
  type SearchKind,
  type SessionHit,
  type SessionSearchPage as Page,
} from '@jadegate/contract/session/session-search';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi, type Refusal } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { momentPath } from './hit-group.ts';
import { SessionSearchPage } from './SessionSearchPage.tsx';

const t = i18n.getFixedT('zh-TW', 'session-search');

const pageOf = (items: SessionHit[], next: string | null = null): Page => ({
  items,
  next,
  kinds: ['command', 'output', 'file', 'session'] satisfies SearchKind[],
  isIncomplete: false,
});

function aHit(change: Partial<SessionHit> = {}): SessionHit {
  return {
    kind: 'output',
    sessionId: 'session-1',
    mode: 'native',
    assetName: 'web-01',
    userName: 'Mei',
    userAccount: 'mei',
    clientIp: '192.0.2.7',
    created: '2026-11-15 09:00:00',
    at: 61_040,
    snippet: 'disk full on /srv',
    start: 5,
    length: 4,
    isRecorded: true,
    ...change,
  };
}

type Answer = (cursor: string | null) => Page | Refusal;

function open(path: string, { answer, menus }: { answer?: Answer; menus?: MenuId[] } = {}) {
  const api = stubApi();
  if (answer) {
    api.on(searchSessions, ({ query }) => answer(query.get('cursor')));
  }
  const view = renderPart(<SessionSearchPage />, { account: anAccount(menus && { menus }), path });
  return { ...view, api };
}

const box = () => screen.getByRole('searchbox', { name: t('placeholder.text') });

describe('the search page', () => {
  it('says what it is for, searches when asked to, and leads to the moment', async () => {
    const { user, api } = open('/session-search', { answer: () => pageOf([aHit()]) });
    expect(screen.getByText(t('empty.title'))).toBeDefined();
    await user.type(box(), ' full ');
    expect(api.callsTo(searchSessions)).toHaveLength(0);
    await user.type(box(), '{Enter}');
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('full').tagName).toBe('MARK');
    expect(card.getByText('Mei')).toBeDefined();
    expect(card.getByRole('link').getAttribute('href')).toBe('/term-playback?sessionId=session-1&at=61.1');
    expect(api.callsTo(searchSessions)[0]?.query.get('text')).toBe('full');
    expect(screen.getByText(t('state.end'))).toBeDefined();
    // A box that was emptied with keys has nothing under it, like one that was cleared.
    await user.clear(box());
    expect(await screen.findByText(t('empty.title'))).toBeDefined();
    expect(screen.queryByRole('article')).toBeNull();
    expect(api.callsTo(searchSessions)).toHaveLength(1);
  });

  it('says when not everything could be looked through', async () => {
    open('/session-search?text=full', { answer: () => ({ ...pageOf([]), isIncomplete: true }) });
    expect((await screen.findByRole('alert')).textContent).toBe(t('state.incomplete'));
  });

  it('names the servers that did not answer, each once', async () => {
    const silentServers = ['gate-2.internal:8443'];
    const pages: Record<string, Page> = { '': pageOf([], 'one'), one: pageOf([]) };
    open('/session-search?text=full', {
      answer: (cursor) => ({ ...(pages[cursor ?? ''] ?? pageOf([])), silentServers }),
    });
    expect(await screen.findByText(t('none.title', { text: 'full' }))).toBeDefined();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      '伺服器 gate-2.internal:8443 沒有回應，結果可能不完整。',
    ]);
  });

  it('asks for one character more', async () => {
    const { user } = open('/session-search');
    await user.type(box(), '玉{Enter}');
    expect(await screen.findByText(t('short.title'))).toBeDefined();
  });

  it('goes on by itself while the server has not looked at everything, then waits to be asked', async () => {
    const many = Array.from({ length: 20 }, (_, at) => aHit({ at }));
    const pages: Record<string, Page> = {
      '': pageOf([], 'one'),
      one: pageOf(many, 'two'),
      two: pageOf(many, 'three'),
    };
    const { user, api } = open('/session-search?text=full', {
      answer: (cursor) => pages[cursor ?? ''] ?? pageOf([aHit({ sessionId: 'session-9' })]),
    });
    const more = await screen.findByRole('button', { name: t('action.more') });
    expect(api.callsTo(searchSessions)).toHaveLength(2);
    expect(screen.getAllByRole('link')).toHaveLength(20);
    await user.click(more);
    await user.click(await screen.findByRole('button', { name: t('action.more') }));
    expect(await screen.findByText(t('state.end'))).toBeDefined();
    expect(api.callsTo(searchSessions)).toHaveLength(4);
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.getAllByRole('link')).toHaveLength(41);
    await user.click(screen.getByText(t('kind.command')));
    await waitFor(() => expect(api.callsTo(searchSessions).at(-1)?.query.get('kind')).toBe('command'));
  });

  it('puts what follows in one session together', async () => {
    const items = [aHit(), aHit({ kind: 'command', at: 3 }), aHit({ sessionId: 'session-2' })];
    open('/session-search?text=full', { answer: () => pageOf(items) });
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    expect(screen.getAllByRole('link')).toHaveLength(3);
  });

  it('says who typed a command, who need not be the person of the session', async () => {
    const typist = { typedBy: 'guest', typedByName: '訪客阿德' };
    open('/session-search?text=full', { answer: () => pageOf([aHit({ kind: 'command', ...typist })]) });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Mei')).toBeDefined();
    expect(card.getByText('訪客阿德（guest）')).toBeDefined();
  });

  it('leads nowhere without a recording or the right to play one', async () => {
    const items = [aHit({ kind: 'session' }), aHit({ kind: 'file', action: 'upload', isRecorded: false })];
    open('/session-search?text=full', {
      answer: () => pageOf(items),
      menus: ['offline-session', 'storage-log'],
    });
    await screen.findByRole('article');
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(t('file.upload'), { exact: false })).toBeDefined();
    expect(screen.queryByText(t('kind.output'))).toBeNull();
  });

  it('offers to widen a search that found nothing', async () => {
    const { user, api } = open('/session-search?text=full&kind=file&userName=Mei', {
      answer: () => pageOf([]),
    });
    await user.click(await screen.findByRole('button', { name: t('action.widen') }));
    await waitFor(() => expect(api.callsTo(searchSessions).at(-1)?.query.get('kind')).toBeNull());
    expect(api.callsTo(searchSessions).at(-1)?.query.get('text')).toBe('full');
  });

  it('shows why it failed, and tries again', async () => {
    const { user, api } = open('/session-search?text=full', {
      answer: () => refuse('database.unavailable', '資料庫無法使用'),
    });
    expect(await screen.findByText('資料庫無法使用')).toBeDefined();
    api.on(searchSessions, () => pageOf([aHit()]));
    await user.click(screen.getByRole('button', { name: /重試|再試/ }));
    expect(await screen.findByRole('article')).toBeDefined();
  });

  it('is closed to those who may find nothing', () => {
    open('/session-search', { menus: ['online-session'] });
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

it('a link never leads to before the moment', () => {
  expect(momentPath(aHit({ at: 0 }))).toBe('/term-playback?sessionId=session-1');
  expect(momentPath(aHit({ at: 1 }))).toContain('at=0.1');
  expect(momentPath(aHit({ at: 1200 }))).toContain('at=1.2');
  expect(momentPath(aHit({ at: 1201, mode: 'guacd' }))).toBe('/guacd-playback?sessionId=session-1&at=1.3');
});
