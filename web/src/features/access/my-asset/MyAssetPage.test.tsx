import {
  addFavourite,
  listWorkerAssets,
  listWorkerAssetTags,
  type WorkerAsset,
} from '@jadegate/contract/access/worker-asset';
import { listOwnSessions, type OwnSession } from '@jadegate/contract/session/own-session';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aWorkerAsset } from './my-asset.builders.ts';
import { MyAssetPage } from './MyAssetPage.tsx';

const t = i18n.getFixedT('zh-TW', 'my-asset');
const parts = i18n.getFixedT('zh-TW', 'parts');

beforeEach(() => localStorage.clear());

async function openPage(
  rows: WorkerAsset[],
  { type = 'user', menus = [] as string[], sessions = [] as OwnSession[] } = {},
) {
  const api = stubApi()
    .on(listWorkerAssets, () => ({ total: rows.length, items: rows }))
    .on(listWorkerAssetTags, () => ['blue', 'green'])
    .on(listOwnSessions, () => sessions)
    .on(addFavourite, () => null);
  const account = anAccount({ type: type as 'user', menus });
  const view = renderPart(<MyAssetPage title={t('title')} />, { account, path: '/my-asset' });
  await screen.findByText(rows[0]?.name ?? t('empty.title'));
  return { ...view, api };
}

const anOwnSession = (given: Partial<OwnSession>): OwnSession => ({
  id: 's-1',
  assetId: 'asset-1',
  assetName: 'web-01',
  vmId: '',
  protocol: 'ssh',
  clientIp: '10.0.0.9',
  connectedTime: '2026-01-02 03:04:05',
  isOpen: true,
  awayUntil: null,
  storageId: '',
  username: 'root',
  fileSystem: '1',
  upload: '1',
  download: '1',
  delete: '1',
  rename: '1',
  edit: '1',
  createDir: '1',
  copy: '1',
  paste: '1',
  ...given,
});

describe('sessions whose window is gone', () => {
  it('are offered to be resumed, those that somebody has open are not', async () => {
    const awayUntil = new Date(Date.now() + 60_000).toISOString();
    await openPage([aWorkerAsset()], {
      sessions: [
        anOwnSession({ id: 's-1', assetName: 'open' }),
        anOwnSession({ id: 's-2', assetName: 'gone', isOpen: false, awayUntil }),
      ],
    });
    const link = await screen.findByRole('link', { name: `${t('action.resume')} gone` });
    expect(link.getAttribute('href')).toBe('/term?resume=s-2');
    expect(screen.queryByRole('link', { name: `${t('action.resume')} open` })).toBeNull();
  });
});

describe('my machines', () => {
  it('open in a tab of their own, or say that their protocol cannot be opened yet', async () => {
    await openPage([
      aWorkerAsset(),
      aWorkerAsset({ id: 'asset-2', name: 'desk', protocol: 'rdp' }),
      aWorkerAsset({ id: 'asset-3', name: 'pods', protocol: 'kubernetes' }),
    ]);
    const term = screen.getByRole('link', { name: `${t('action.connect')} web-01` });
    expect(term.getAttribute('href')).toBe('/term?assetId=asset-1&assetName=web-01&isWorker=true');
    expect(term.getAttribute('target')).toBe('_blank');
    const desktop = screen.getByRole('link', { name: `${t('action.connect')} desk` });
    expect(desktop.getAttribute('href')).toBe(
      '/access?assetId=asset-2&assetName=desk&protocol=rdp&isWorker=true',
    );
    const reason = parts('refusal.protocol', { protocol: 'Kubernetes' });
    const button = screen.getByRole('button', { name: `${t('action.connect')} pods (${reason})` });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.queryAllByRole('link', { name: /pods/ })).toEqual([]);
  });

  it('say in words why one cannot be used now', async () => {
    await openPage([aWorkerAsset({ usableNow: false, usableFrom: '2026-11-20T01:00:00.000Z' })]);
    expect(screen.queryByRole('link', { name: /web-01/ })).toBeNull();
    const button = screen.getByRole('button', { name: new RegExp(`^${t('action.connect')} web-01 \\(`) });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/2026-11-20/)).toBeDefined();
  });

  it('are not opened where only listed commands can be run', async () => {
    await openPage([aWorkerAsset({ commandsOnly: true })]);
    const reason = t('refusal.commandsOnly');
    const button = screen.getByRole('button', { name: `${t('action.connect')} web-01 (${reason})` });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(t('status.commandsOnly'))).toBeDefined();
  });

  it('are marked as favourites at once', async () => {
    const { api, user } = await openPage([aWorkerAsset()]);
    const star = screen.getByRole('button', { name: `${t('action.favourite')} web-01` });
    expect(star.getAttribute('aria-pressed')).toBe('false');
    await user.click(star);
    await waitFor(() =>
      expect(api.callsTo(addFavourite).map(({ params }) => params.id)).toEqual(['asset-1']),
    );
  });

  it('are searched as one types', async () => {
    const { api, user } = await openPage([aWorkerAsset()]);
    await user.type(screen.getByRole('searchbox', { name: t('placeholder.search') }), 'web');
    await waitFor(() => expect(api.callsTo(listWorkerAssets).at(-1)?.query.get('name')).toBe('web'));
  });

  it('become a table that is remembered', async () => {
    const { user, unmount } = await openPage([aWorkerAsset()]);
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByText(t('view.table')));
    const row = within((await screen.findByText('the shop')).closest('tr') as HTMLElement);
    expect(row.getByText('blue')).toBeDefined();
    expect(row.getByText(t('status.up'))).toBeDefined();
    unmount();
    await openPage([aWorkerAsset()]);
    expect(screen.getAllByRole('table')).not.toEqual([]);
  });

  it('may be none yet, and administrators are told of the other way', async () => {
    const { unmount } = await openPage([]);
    expect(screen.getByText(t('empty.help'))).toBeDefined();
    expect(screen.queryByRole('link', { name: t('empty.toAssets') })).toBeNull();
    unmount();
    await openPage([], { type: 'admin', menus: ['asset', 'asset-access'] });
    expect(screen.getByRole('link', { name: t('empty.toAssets') }).getAttribute('href')).toBe('/asset');
  });

  it('none of which match can be looked for again', async () => {
    stubApi()
      .on(listWorkerAssets, () => ({ total: 0, items: [] }))
      .on(listWorkerAssetTags, () => [])
      .on(listOwnSessions, () => []);
    renderPart(<MyAssetPage title={t('title')} />, { account: anAccount(), path: '/my-asset?name=zzz' });
    expect(await screen.findByText(parts('list.noMatch.title'))).toBeDefined();
  });
});
