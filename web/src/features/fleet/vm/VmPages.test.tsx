import type { Vm } from '@jadegate/contract/fleet/vm';
import {
  getVmSummary,
  listVms,
  listVmSources,
  powerVm,
  getVm,
  getVmHistory,
} from '@jadegate/contract/fleet/vm-endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { aVmRow } from '../../../test/physical-builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { VmDetailPage } from './VmDetailPage.tsx';
import { VmListPage } from './VmListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'vm');
const frame = i18n.getFixedT('zh-TW', 'session-frame');
const parts = i18n.getFixedT('zh-TW', 'parts');
const LATE = { timeout: 10_000 };
const NONE = {
  stopped: 0,
  starting: 0,
  running: 0,
  paused: 0,
  stopping: 0,
  rebooting: 0,
  crashed: 0,
  suspended: 0,
  locked: 0,
  missing: 0,
  unknown: 0,
};

async function openList(change: Parameters<typeof aVmRow>[0] = {}, menus = anAccount().menus) {
  const api = stubApi()
    .on(listVms, () => ({ total: 1, items: [aVmRow(change)] }))
    .on(getVmSummary, () => ({ total: 1, byState: { ...NONE, running: 1 }, vcpus: 2, memBytes: 2 ** 30 }))
    .on(listVmSources, () => [])
    .on(powerVm, () => ({ taskId: 'task-1' }));
  const view = renderPart(<VmListPage />, { account: anAccount({ menus }), path: '/vm' });
  await screen.findByText('mail', undefined, LATE);
  return { ...view, api };
}

async function openDetail(change: Partial<Vm> = {}, path = '/vm/vm-1') {
  const api = stubApi()
    .on(getVm, () => ({ ...aVmRow(), found: null, foundAt: null, lastTask: null, ...change }))
    .on(getVmHistory, () => ({
      times: ['2026-11-15T03:20:00.000Z', '2026-11-15T03:21:00.000Z'],
      figures: {
        cpuPct: [12, 80],
        memBytes: [null, null],
        memRssBytes: [null, null],
        netRxBps: [null, null],
        netTxBps: [null, null],
        diskReadBps: [null, null],
        diskWriteBps: [null, null],
      },
    }));
  const view = renderPart(
    <Routes>
      <Route path="/vm/:vmId" element={<VmDetailPage />} />
    </Routes>,
    { account: anAccount(), path },
  );
  await screen.findAllByText('mail', undefined, LATE);
  return { ...view, api };
}

it('shows what a machine does and where, and sums up above', async () => {
  await openList();
  const row = screen.getByText('mail').closest('tr') as HTMLElement;
  expect(within(row).getByText(t('state.running'))).toBeDefined();
  expect(within(row).getByText('Rack one')).toBeDefined();
  expect(await screen.findByText(t('summary.ofAll', { count: 1 }))).toBeDefined();
});

it('offers no power to whoever may only look', async () => {
  await openList({}, ['physical-asset', 'vm']);
  expect(screen.queryByRole('button', { name: new RegExp(t('act.shutdown')) })).toBeNull();
});

it('a shutdown says what it does before it is sent, with the state that was on the screen', async () => {
  const { api, user } = await openList();
  await user.click(screen.getByRole('button', { name: parts('action.more', { name: 'mail' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('act.shutdown') }));
  const dialog = within(await screen.findByRole('dialog', undefined, LATE));
  expect(dialog.getByText(t('consequence.shutdown'))).toBeDefined();
  await user.type(dialog.getByRole('textbox', { name: parts('field.reason') }), 'patch day');
  await user.click(dialog.getByRole('button', { name: t('act.shutdown') }));
  await waitFor(() => expect(api.callsTo(powerVm)).toHaveLength(1));
  expect(api.callsTo(powerVm)[0]).toMatchObject({
    params: { id: 'vm-1' },
    body: { action: 'shutdown', expectedState: 'running', reason: 'patch day' },
  });
});

it('opens the console first; power is a menu, which says why a protected machine is not stopped', async () => {
  const { user } = await openDetail({ isProtected: true });
  const shown = screen.getByRole('link', { name: frame('console.vnc') });
  expect(shown.className).toContain('primary');
  expect(screen.queryByRole('button', { name: t('act.shutdown') })).toBeNull();
  await user.click(screen.getByRole('button', { name: new RegExp(t('action.power')) }));
  const name = `${t('act.shutdown')} (${t('hint.protected')})`;
  expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true');
});

it('offers to start a machine that has no console to open, because it is off', async () => {
  await openDetail({ state: 'stopped', seenState: 'stopped' });
  const primary = screen.getAllByRole('button').filter(({ className }) => className.includes('primary'));
  expect(primary.map(({ textContent }) => textContent)).toEqual([t('act.start')]);
});

it('how it did is drawn, and what nobody told is no chart', async () => {
  const { api } = await openDetail();
  await waitFor(() => expect(api.callsTo(getVmHistory)).not.toEqual([]));
  expect(api.callsTo(getVmHistory)[0]?.params).toEqual({ id: 'vm-1' });
  expect((await screen.findAllByText(t('chart.cpu'), undefined, LATE)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('heading', { name: t('chart.diskFlow') })).toBeNull();
});

it('a machine that is gone offers no power, and says since when', async () => {
  await openDetail({ state: 'missing', seenState: 'running', missingSince: '2026-11-15T03:20:00.000Z' });
  expect(screen.getAllByText(t('state.missing')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: new RegExp(t('act.shutdown')) })).toBeNull();
});
