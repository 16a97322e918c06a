import type { MenuId } from '@jadegate/contract/menu';
import { listSessions, type SessionRow } from '@jadegate/contract/session/session';
import { getDrawing, listScreens, type SessionScreen } from '@jadegate/contract/session/session-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { OnlineSessionPage } from './OnlineSessionPage.tsx';
import { aLiveSession } from './session.builders.ts';

const t = i18n.getFixedT('zh-TW', 'session');
const parts = i18n.getFixedT('zh-TW', 'parts');

/** There is nothing to draw on here. */
const drawn = vi.hoisted(() => [] as string[]);
vi.mock('../../../components/desktop/recorded-picture.ts', () => ({
  RecordedPicture: class {
    reset() {}
    draw(parts: Uint8Array[]) {
      drawn.push(...parts.map((bytes) => new TextDecoder().decode(bytes)));
    }
    async still() {}
    dispose() {}
  },
}));

/** The ids of cards that are out of sight. */
const hidden = new Set<string>();

beforeEach(() => {
  hidden.clear();
  class Observer {
    readonly #seen: IntersectionObserverCallback;
    constructor(seen: IntersectionObserverCallback) {
      this.#seen = seen;
    }
    observe(target: Element) {
      const isIntersecting = ![...hidden].some((name) => target.getAttribute('aria-label')?.includes(name));
      const entry = { target, isIntersecting } as unknown as IntersectionObserverEntry;
      act(() => this.#seen([entry], this as unknown as IntersectionObserver));
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

const aScreen = (id: string, text: string): SessionScreen => ({
  id,
  state: 'live',
  version: `${id}.1`,
  picture: { cols: 80, rows: 24, lines: [[{ x: 0, cells: text.length, text }]], cursor: { x: 0, y: 1 } },
});

interface Options {
  /** What else the server answers, from the beginning. */
  stub?: (api: ReturnType<typeof stubApi>) => void;
  rows?: SessionRow[];
  menus?: MenuId[];
  path?: string;
}

async function open({
  rows = [aLiveSession()],
  menus,
  path = '/online-session?view=wall',
  stub,
}: Options = {}) {
  const api = stubApi()
    .on(listSessions, () => ({ total: rows.length, items: rows }))
    .on(listScreens, ({ params }) => (params['ids'] ?? '').split(',').map((id) => aScreen(id, `on ${id}`)));
  stub?.(api);
  const view = renderPart(
    <>
      <OnlineSessionPage />
      <Address />
    </>,
    { account: anAccount(menus && { menus }), path },
  );
  await screen.findAllByText(new RegExp(rows[0]?.assetName ?? ''));
  return { ...view, api };
}

describe('the wall', () => {
  it('is a way to look at the list, kept in the address with the filters', async () => {
    const { user, api } = await open({ path: '/online-session?protocol=ssh' });
    expect(api.callsTo(listScreens)).toHaveLength(0);
    await user.click(screen.getByText(t('view.wall')));
    expect(await screen.findByText('on session-1')).toBeDefined();
    expect(screen.getByTestId('address').textContent).toBe('?protocol=ssh&view=wall');
    await user.click(screen.getByText(t('view.table')));
    await waitFor(() => expect(screen.queryByTestId('thumbnail')).toBeNull());
    expect(screen.getByTestId('address').textContent).toBe('?protocol=ssh');
  });

  it('shows each terminal with its person, and what can be done', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await open({
      rows: [
        aLiveSession(),
        aLiveSession({ id: 'session-2', assetName: 'db-01', creatorName: 'Lin', creatorAccount: 'lin' }),
      ],
    });
    const card = within(await screen.findByRole('listitem', { name: 'Lin · db-01' }));
    expect(await card.findByText('on session-2')).toBeDefined();
    expect(card.getByRole('button', { name: parts('action.more', { name: 'Lin db-01' }) })).toBeDefined();
    await user.click(card.getByRole('button', { name: t('wall.open', { user: 'Lin', asset: 'db-01' }) }));
    expect(opened.mock.calls[0]?.[0]).toContain('/term-monitor?sessionId=session-2');
  });

  it('asks only for what is in sight', async () => {
    hidden.add('far away');
    const { api } = await open({
      rows: [aLiveSession(), aLiveSession({ id: 'session-2', assetName: 'far away' })],
    });
    await screen.findByText('on session-1');
    const asked = api.callsTo(listScreens).flatMap(({ params }) => (params['ids'] ?? '').split(','));
    expect([...new Set(asked)]).toEqual(['session-1']);
  });

  it('draws a desktop here, from what draws it, and leads to its own page', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const row = aLiveSession({ id: 'session-3', assetName: 'win-01', mode: 'guacd', protocol: 'rdp' });
    const headers = { 'content-disposition': 'attachment; filename="one.guac"' };
    const { api, user } = await open({
      rows: [row],
      stub: (server) =>
        server
          .on(listScreens, () => [{ id: 'session-3', state: 'live' as const, version: 'session-3.7' }])
          .on(getDrawing, () => new Response('4.sync,1.1;', { headers })),
    });
    await waitFor(() => expect(drawn).toContain('4.sync,1.1;'), { timeout: 10_000 });
    expect(api.callsTo(getDrawing)[0]?.params['id']).toBe('session-3');
    await user.click(screen.getByRole('button', { name: t('wall.open', { user: 'Mei', asset: 'win-01' }) }));
    expect(opened.mock.calls.at(-1)?.[0]).toContain('/guacd-monitor?sessionId=session-3');
  });

  it('keeps a picture that has not changed, and says which it has', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { api } = await open();
      await screen.findByText('on session-1');
      api.on(listScreens, () => [{ id: 'session-1', state: 'live' as const, version: 'session-1.1' }]);
      await act(() => vi.advanceTimersByTimeAsync(3500));
      await waitFor(() => expect(api.callsTo(listScreens).at(-1)?.query.get('known')).toBe('session-1.1'));
      expect(screen.getByText('on session-1')).toBeDefined();
      api.on(listScreens, () => [{ id: 'session-1', state: 'over' as const, version: '' }]);
      await act(() => vi.advanceTimersByTimeAsync(3500));
      expect(await screen.findByText(t('wall.over'))).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('says when pictures cannot be had', async () => {
    const { api } = await open();
    api.on(listScreens, () => refuse('auth.forbidden', '沒有權限'));
    expect(await screen.findByText('沒有權限', undefined, { timeout: 8000 })).toBeDefined();
  });

  it('is not there for those who may not look on', async () => {
    const { api } = await open({ menus: ['online-session'] });
    expect(screen.queryAllByTestId('thumbnail')).toEqual([]);
    expect(screen.queryByText(t('view.wall'))).toBeNull();
    expect(api.callsTo(listScreens)).toHaveLength(0);
  });
});
