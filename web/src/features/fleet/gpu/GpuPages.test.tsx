import type { Gpu, GpuMap, GpuProcessRow, GpuSummary } from '@jadegate/contract/fleet/gpu';
import {
  getGpu,
  getGpuHistory,
  getGpuMap,
  getGpuSummary,
  listGpus,
  remindGpuUsers,
  signalGpuProcess,
} from '@jadegate/contract/fleet/gpu-endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { modeText } from './gpu-words.ts';
import { GpuDetailPage } from './GpuDetailPage.tsx';
import { GpuListPage } from './GpuListPage.tsx';
import { GpuMap as GpuMapView } from './GpuMap.tsx';
import { cellAt, cellBeside, layOut, type MapKey } from './map-layout.ts';

const t = i18n.getFixedT('zh-TW', 'gpu');
/** Drawers are fetched when they are first opened. */
const LATE = { timeout: 10_000 };

const MEI = { id: 'mei', username: 'mei', nickname: '陳美玲' };
const PROCESS: GpuProcessRow = {
  pid: 4101,
  type: 'compute',
  name: 'python3',
  memBytes: 1_887_436_800,
  uid: 1001,
  user: 'ubuntu',
  startTicks: 77,
  container: null,
  gpuInstance: null,
  computeInstance: null,
  person: MEI,
  sessionId: 'session-1',
  isSessionLive: false,
  attribution: 'session',
  startedAt: '2026-11-15T03:20:00.000Z',
};
const GPU: Gpu = {
  id: 'gpu-1',
  nodeId: 'node-1',
  nodeName: 'gpu-01',
  vendor: 'nvidia',
  uuid: 'GPU-1',
  bdf: '0000:83:00.0',
  index: 3,
  model: 'NVIDIA H200',
  note: '',
  labels: {},
  attach: 'host',
  usage: 'held',
  health: 'warn',
  reasons: [{ kind: 'hot', level: 'warn', message: '溫度 91 °C，過高', remedy: '請檢查機櫃氣流' }],
  utilPct: null,
  memUsed: 1_887_436_800,
  memTotal: 150_000_000_000,
  tempC: 91,
  powerW: null,
  powerLimitW: 700,
  driver: '580.159.04',
  cuda: '13.0',
  slices: null,
  processes: 1,
  people: [MEI],
  accounts: [],
  idleSince: '2026-11-15T03:20:00.000Z',
  created: '2026-11-15T03:20:00.000Z',
  seenAt: '2026-11-15T03:20:00.000Z',
  goneAt: null,
  assetId: 'asset-1',
  state: null,
  processList: [PROCESS],
  events: [],
  knowsEvents: true,
};
const SUMMARY: GpuSummary = {
  total: 1,
  byUsage: { free: 0, held: 1, busy: 0, unknown: 0 },
  byHealth: { ok: 0, unknown: 0, warn: 1, critical: 0 },
  byModel: [],
  utilAverage: null,
  memUsed: 1,
  memTotal: 2,
  powerW: 1500,
  idle: [],
};
const MAP: GpuMap = {
  nodes: [
    { id: 'node-1', name: 'gpu-01', gpus: [['gpu-1', 0, 'busy', 'ok', 97, 40]] },
    {
      id: 'node-2',
      name: 'gpu-02',
      gpus: Array.from({ length: 9 }, (_, at) => [`b${at}`, at, 'free', 'ok', 0, 0] as const),
    } as unknown as GpuMap['nodes'][number],
  ],
};

const api = () =>
  stubApi()
    .on(listGpus, () => ({ total: 1, items: [GPU] }))
    .on(getGpuSummary, () => SUMMARY)
    .on(getGpuMap, () => MAP);

it('the list names the people, what is wrong, and reminds them', async () => {
  const stub = api().on(remindGpuUsers, () => [{ person: MEI, way: 'mail' as const }]);
  const { user } = renderPart(<GpuListPage />, { account: anAccount(), path: '/gpu-resource' });
  const row = (await screen.findByText('gpu-01 #3', undefined, LATE)).closest('tr') as HTMLElement;
  expect(within(row).getByText(/陳美玲/)).toBeDefined();
  expect(within(row).getByText(t('usage.held'))).toBeDefined();
  expect(within(row).getByText(t('health.warn'))).toBeDefined();
  expect(screen.getByText('1.5 kW')).toBeDefined();
  await user.click(within(row).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: t('action.remind') }));
  const drawer = await screen.findByRole('dialog', undefined, LATE);
  await user.type(within(drawer).getByLabelText(t('field.text')), '今晚要用');
  await user.click(within(drawer).getByRole('button', { name: t('action.remind') }));
  await waitFor(() =>
    expect(stub.callsTo(remindGpuUsers)).toMatchObject([{ body: { gpuIds: ['gpu-1'], text: '今晚要用' } }]),
  );
});

it('a process is ended with its number and a reason, and leads to its recording', async () => {
  const stub = stubApi()
    .on(getGpu, () => GPU)
    .on(signalGpuProcess, () => ({ outcome: 'ended' as const }));
  const { user } = renderPart(
    <Routes>
      <Route path="/gpu-resource/:gpuId" element={<GpuDetailPage />} />
    </Routes>,
    { account: anAccount(), path: '/gpu-resource/gpu-1?activeKey=processes' },
  );
  const link = await screen.findByRole('link', { name: new RegExp(t('hint.recorded')) }, LATE);
  expect(link.getAttribute('href')).toBe('/term-playback?sessionId=session-1');
  await user.click(screen.getByRole('button', { name: t('action.end') }));
  const drawer = await screen.findByRole('dialog', undefined, LATE);
  expect(within(drawer).getByText(/陳美玲/)).toBeDefined();
  const submit = within(drawer).getByRole('button', { name: t('action.end') });
  await user.click(submit);
  expect(stub.callsTo(signalGpuProcess)).toEqual([]);
  await user.type(within(drawer).getByLabelText(/PID/), '4101');
  await user.type(within(drawer).getByLabelText(t('field.reason')), '占用整張卡三天');
  await user.click(submit);
  await waitFor(() =>
    expect(stub.callsTo(signalGpuProcess)).toMatchObject([
      {
        params: { id: 'gpu-1', pid: '4101' },
        body: { signal: 'TERM', startTicks: 77, confirm: '4101', reason: '占用整張卡三天' },
      },
    ]),
  );
});

it('begins with how it did, and a terminal on its host', async () => {
  const stub = stubApi()
    .on(getGpu, () => GPU)
    .on(getGpuHistory, () => refuse('internal'));
  renderPart(
    <Routes>
      <Route path="/gpu-resource/:gpuId" element={<GpuDetailPage />} />
    </Routes>,
    { account: anAccount(), path: '/gpu-resource/gpu-1' },
  );
  const terminal = await screen.findByRole('link', { name: t('action.connect') }, LATE);
  expect(terminal.getAttribute('href')).toContain('asset-1');
  await waitFor(() => expect(stub.callsTo(getGpuHistory)).not.toEqual([]));
});

it.each([
  ['Disabled', '停用'],
  ['Enabled', '啟用'],
  ['Something new', 'Something new'],
  [null, ''],
])('what a driver calls %s is said in our words where there are any', (mode, text) => {
  expect(modeText(mode, t)).toBe(text);
});

it('whoever may only look ends nothing and reminds nobody', async () => {
  stubApi().on(getGpu, () => GPU);
  renderPart(
    <Routes>
      <Route path="/gpu-resource/:gpuId" element={<GpuDetailPage />} />
    </Routes>,
    {
      account: anAccount({ menus: ['gpu-resource'] }),
      path: '/gpu-resource/gpu-1?activeKey=processes',
    },
  );
  await screen.findByText('python3', undefined, LATE);
  expect(screen.queryByRole('link', { name: t('action.connect') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('action.end') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('action.remind') })).toBeNull();
});

it('the map is walked with the keys, which lead to the nearest cell of the next line', () => {
  const wide = layOut(MAP, 1000);
  const from = (id: string | undefined, key: MapKey, layout = wide) => cellBeside(layout, id, key)?.cell[0];
  const first = from(undefined, 'ArrowRight');
  expect(first).toBe(from(undefined, 'Home'));
  expect(from(first, 'ArrowLeft')).toBe(first);
  expect(from(first, 'ArrowRight')).toBe('b0');
  expect(from('b0', 'ArrowRight')).toBe('b1');
  const narrow = layOut(MAP, 360);
  expect(from(first, 'ArrowDown', narrow)).toBe('b0');
  expect(from('b3', 'ArrowDown', narrow)).toBe('b8');
  expect(from('b8', 'ArrowUp', narrow)).toBe('b0');
  expect(from('b8', 'ArrowDown', narrow)).toBe('b8');
  expect(from('b3', 'End', narrow)).toBe('b8');
});

it('a card of the map is opened without a pointer, and told on the way', async () => {
  function Where() {
    return <output data-testid="where">{useLocation().pathname}</output>;
  }
  const { user } = renderPart(
    <>
      <GpuMapView map={MAP} figure="util" />
      <Where />
    </>,
    { account: anAccount(), path: '/gpu-resource' },
  );
  screen.getByRole('listbox').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('option').textContent).toContain('gpu-02');
  await user.keyboard('{Enter}');
  expect(screen.getByTestId('where').textContent).toBe('/gpu-resource/b0');
});

it('the map puts hosts side by side, breaks long ones, and finds the cell under the pointer', () => {
  const wide = layOut(MAP, 1000);
  expect(wide.lines.map(({ label, cells }) => [label, cells.length])).toEqual([
    ['gpu-01', 1],
    ['gpu-02', 8],
    ['', 1],
  ]);
  expect(wide.lines[1]?.y).toBe(0);
  const second = wide.lines[1];
  const hit = cellAt(wide, (second?.x ?? 0) + wide.labelWidth + 2, 3);
  expect(hit?.cell[0]).toBe('b0');
  expect(cellAt(wide, 2, 3)).toBeUndefined();
  expect(layOut(MAP, 360).height).toBeGreaterThan(wide.height);
});
