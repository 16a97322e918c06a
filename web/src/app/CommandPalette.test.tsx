import { listAssets } from '@jadegate/contract/access/asset';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { listGpus } from '@jadegate/contract/fleet/gpu-endpoints';
import { listNodes } from '@jadegate/contract/fleet/node-endpoints';
import { listVms } from '@jadegate/contract/fleet/vm-endpoints';
import { listUsers } from '@jadegate/contract/identity/user';
import type { MenuId } from '@jadegate/contract/menu';
import { listSessions } from '@jadegate/contract/session/session';
import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { aWorkerAsset } from '../features/access/my-asset/my-asset.builders.ts';
import { i18n } from '../i18n/index.ts';
import { stubApi } from '../test/api-stub.ts';
import { anAccount, aUser } from '../test/builders.ts';
import { aGpuRow, aNodeRow, aVmRow } from '../test/physical-builders.ts';
import { renderPart } from '../test/render.tsx';
import { CommandPalette } from './CommandPalette.tsx';

const t = i18n.getFixedT('zh-TW', 'app');

beforeEach(() => localStorage.clear());

function Address() {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return <output data-testid="address">{`${pathname} ${JSON.stringify(state)}`}</output>;
}

function openPalette(account = aUser()) {
  const api = stubApi().on(listWorkerAssets, () => ({
    total: 1,
    items: [aWorkerAsset({ id: 'a-1', name: '台北-web' })],
  }));
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const view = renderPart(
    <>
      <CommandPalette onClose={() => {}} />
      <Address />
    </>,
    { account },
  );
  return { ...view, api, open };
}

const admin = (...menus: MenuId[]) => anAccount({ menus });

describe('the palette', () => {
  it('connects to a machine with a few letters and Enter', async () => {
    const { user, api, open } = openPalette();
    await user.type(screen.getByRole('combobox'), '連線 台北');
    await waitFor(() => expect(api.callsTo(listWorkerAssets).at(-1)?.query.get('name')).toBe('台北'));
    await screen.findByRole('option', { name: new RegExp(t('palette.connect', { name: '台北-web' })) });
    await user.keyboard('{Enter}');
    expect(open).toHaveBeenCalledWith(expect.stringContaining('/term?assetId=a-1'), '_blank', 'noopener');
  });

  it('asks the server only for what the person may see', async () => {
    const { user, api } = openPalette();
    await user.type(screen.getByRole('combobox'), 'web');
    await waitFor(() => expect(api.callsTo(listWorkerAssets).at(-1)?.query.get('name')).toBe('web'));
    const others = [listAssets, listUsers, listSessions, listNodes, listVms, listGpus];
    expect(others.flatMap((call) => api.callsTo(call))).toEqual([]);
  });

  it('finds hosts, virtual machines and GPUs for whoever may list them, and goes there', async () => {
    const { user, api } = openPalette(admin('node', 'vm', 'gpu-resource'));
    const one = <Row,>(row: Row) => ({ total: 1, items: [row] });
    api
      .on(listNodes, () => one(aNodeRow({ id: 'n-1', name: 'rack-web' })))
      .on(listVms, () => one(aVmRow({ id: 'v-1', name: 'web-vm', nodeName: 'rack-web' })))
      .on(listGpus, () => one(aGpuRow({ id: 'g-1', nodeName: 'rack-web', model: 'NVIDIA H200', index: 3 })));
    await user.type(screen.getByRole('combobox'), 'web');
    expect(await screen.findByRole('option', { name: /NVIDIA H200 #3/ })).toBeTruthy();
    expect(await screen.findByRole('option', { name: /^rack-web/ })).toBeTruthy();
    await user.click(await screen.findByRole('option', { name: /web-vm/ }));
    expect(screen.getByTestId('address').textContent).toBe('/vm/v-1 null');
    for (const asked of [listNodes, listVms, listGpus]) {
      expect(api.callsTo(asked).at(-1)?.query.get('keyword')).toBe('web');
    }
  });

  it.each<[MenuId, number]>([
    ['vm', 0],
    ['gpu-resource', 1],
    ['node', 2],
  ])('with %s alone the others are not asked for', async (menu, which) => {
    const { user, api } = openPalette(admin(menu));
    const empty = () => ({ total: 0, items: [] });
    api.on(listVms, empty).on(listGpus, empty).on(listNodes, empty);
    await user.type(screen.getByRole('combobox'), 'web');
    const asked = () => [listVms, listGpus, listNodes].map((call) => api.callsTo(call).length > 0);
    await waitFor(() => expect(asked()[which]).toBe(true));
    expect(asked().filter(Boolean)).toHaveLength(1);
  });

  it('opens the form for a new one, and finds settings by name', async () => {
    const { user } = openPalette(admin('asset', 'asset-add', 'setting'));
    const setting = i18n.getFixedT('zh-TW', 'setting');
    await user.type(screen.getByRole('combobox'), setting('field.time-zone'));
    expect(await screen.findByRole('option', { name: new RegExp(setting('field.time-zone')) })).toBeTruthy();
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), '新增資產');
    await user.click(
      await screen.findByRole('option', { name: t('palette.create', { name: t('menu.asset') }) }),
    );
    expect(screen.getByTestId('address').textContent).toBe('/asset {"create":true}');
  });

  it('offers what was run before first', async () => {
    const first = openPalette(admin('asset', 'setting'));
    await first.user.type(screen.getByRole('combobox'), t('menu.setting'));
    await first.user.click(await screen.findByRole('option', { name: /\/setting/ }));
    first.unmount();
    openPalette(admin('asset', 'setting'));
    await screen.findByText(t('palette.often'));
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('/setting');
  });
});
