import {
  getSystemFigures,
  listMonitoredServers,
  MONITORED,
  type Monitored,
  type MonitoredServer,
  type SystemFigures,
} from '@jadegate/contract/operations/monitoring';
import { cancelWork, listWork, type WorkRow } from '@jadegate/contract/operations/work';
import { drainServer, listServers, resumeServer, type ServerRow } from '@jadegate/contract/platform/server';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { MonitoringPage } from './MonitoringPage.tsx';

const t = i18n.getFixedT('zh-TW', 'monitoring');
const GB = 1024 ** 3;

const NOW: SystemFigures = {
  loadStat: { load1: 1.5, load5: 1.25, load15: 1, percent: 0.75 },
  mem: { total: 8 * GB, available: 2 * GB, used: 6 * GB, usedPercent: 75 },
  cpu: { count: 2, phyCount: 1, usedPercent: 12.5, info: [{ modelName: 'Jade', cacheSize: 0, mhz: 0 }] },
  disk: { total: 100 * GB, available: 5 * GB, used: 95 * GB, usedPercent: 95 },
  memStat: [],
  cpuStat: [],
  diskIO: [],
  netIO: [],
};

function aServer(change: Partial<MonitoredServer> = {}): MonitoredServer {
  return {
    name: 'gate-1',
    isThis: true,
    times: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'],
    figures: Object.fromEntries(MONITORED.map((name) => [name, [1, null]])) as Record<
      Monitored,
      (number | null)[]
    >,
    ...change,
  };
}

function aProcess(change: Partial<ServerRow> = {}): ServerRow {
  return {
    id: '01J0000000000000000000GATE',
    name: 'gate-1',
    version: '1.3.5',
    state: 'serving',
    isThis: true,
    address: '10.0.0.1:8088',
    startedAt: '2026-01-01T00:00:00.000Z',
    seenAt: '2026-01-01T00:00:00.000Z',
    sessions: 3,
    ...change,
  };
}

const WORK: WorkRow = {
  id: '01J0000000000000000000WORK',
  kind: 'job-run',
  name: '每晚備份',
  personName: '陳美玲',
  state: 'running',
  attempt: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  at: '2026-01-01T00:00:00.000Z',
  server: 'gate-1',
  problem: '',
  canCancel: true,
};

function openPage(
  servers: MonitoredServer[],
  running = [aProcess()],
  account = anAccount(),
  work: WorkRow[] = [],
) {
  const api = stubApi();
  api.on(listWork, () => ({ items: work, isCut: false }));
  api.on(getSystemFigures, () => NOW);
  api.on(listMonitoredServers, () => servers);
  api.on(listServers, () => running);
  return { api, ...renderPart(<MonitoringPage title="monitoring" />, { account }) };
}

describe('the page of monitoring', () => {
  it('shows what the machine does now', async () => {
    openPage([aServer()]);
    const now = within(await screen.findByRole('region', { name: t('now.title') }));
    expect(now.getByText('12.5%')).toBeTruthy();
    expect(now.getByText(t('now.room', { used: '6.00 GB', total: '8.00 GB' }))).toBeTruthy();
    expect(now.getByText(t('now.load', { load5: '1.25', load15: '1.00' }))).toBeTruthy();
  });

  it('gives each chart as a table too, with nothing where nothing was measured', async () => {
    const { user } = openPage([aServer()]);
    const title = t('chart.load');
    await screen.findByRole('img', { name: new RegExp(title) });
    const [summary] = (await screen.findAllByText(/以表格顯示/)).filter((one) =>
      one.textContent.includes(title),
    );
    await user.click(summary ?? document.body);
    const table = within((await screen.findAllByRole('table')).at(-1) ?? document.body);
    const rows = table.getAllByRole('row').slice(-2);
    expect(rows.map((row) => row.textContent.slice(-1))).toEqual(['–', '1']);
  });

  it('asks for another span, and shows another server', async () => {
    const { user, api } = openPage([aServer(), aServer({ name: 'gate-2', isThis: false })]);
    await screen.findByText(t('thisServer', { name: 'gate-1' }));
    await user.click(screen.getByText(t('span.month')));
    await waitFor(() => expect(api.callsTo(listMonitoredServers).at(-1)?.query.get('span')).toBe('month'));
  });

  it('says that there is nothing yet, and what could not be read', async () => {
    const { api, unmount } = openPage([]);
    expect(await screen.findByText(t('empty.title'))).toBeTruthy();
    unmount();
    api.on(listMonitoredServers, () => refuse('internal'));
    renderPart(<MonitoringPage title="monitoring" />);
    expect(await screen.findByRole('button', { name: '重試' })).toBeTruthy();
  });

  it.each([
    ['drain', 'serving', drainServer],
    ['resume', 'draining', resumeServer],
  ] as const)('asks first, then does it to the server that was chosen: %s', async (verb, state, endpoint) => {
    const other = aProcess({ id: '01J0000000000000000000BACK', name: 'gate-2', isThis: false, state });
    const { api, user } = openPage([aServer()], [aProcess({ state: 'stopping' }), other]);
    api.on(endpoint, () => '' as const);
    const label = t(`servers.${verb}.label`);
    await user.click((await screen.findAllByRole('button', { name: label })).at(-1) ?? document.body);
    const title = t(`servers.${verb}.title`, { name: 'gate-2 10.0.0.1:8088' });
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(api.callsTo(endpoint)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: label }));
    await waitFor(() => expect(api.callsTo(endpoint).map(({ params }) => params.id)).toEqual([other.id]));
  });

  it('says why a server that stops cannot be told to', async () => {
    const { user } = openPage([aServer()], [aProcess({ state: 'stopping' })]);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: t('servers.drain.label') });
    expect(button.disabled).toBe(true);
    await user.hover(button.parentElement ?? document.body);
    expect(await screen.findByText(t('servers.drain.stopping'))).toBeTruthy();
  });

  it('offers that only to those who may', async () => {
    openPage([aServer()], [aProcess()], anAccount({ menus: ['monitoring'] }));
    await screen.findByText(t('servers.states.serving'));
    expect(screen.queryByRole('button', { name: t('servers.drain.label') })).toBeNull();
  });

  it('lists what goes on and what was given up, and cancels what may be, after a question', async () => {
    const letter = {
      ...WORK,
      id: '01J0000000000000000000MAIL',
      kind: 'letter',
      name: 'locked-out',
      personName: '',
      state: 'failed',
      attempt: 4,
      problem: 'mail.failed',
      canCancel: false,
    } as const;
    const { api, user } = openPage([], [aProcess()], anAccount(), [WORK, letter]);
    api.on(cancelWork, () => '' as const);
    const given = within((await screen.findByText(t('work.kinds.letter'))).closest('tr') ?? document.body);
    expect(given.getByText(t('work.states.failed'))).toBeTruthy();
    expect(given.getByText(/mail\.failed/)).toBeTruthy();
    expect(given.getByText(t('work.system'))).toBeTruthy();
    expect(given.queryByRole('button')).toBeNull();
    const running = within(screen.getByText('每晚備份').closest('tr') ?? document.body);
    await user.click(running.getByRole('button', { name: t('work.cancel.label') }));
    const buttons = await screen.findAllByRole('button', { name: t('work.cancel.label') });
    await user.click(buttons.at(-1) ?? document.body);
    await waitFor(() => expect(api.callsTo(cancelWork).at(-1)?.params).toMatchObject({ id: WORK.id }));
  });

  it('offers no cancelling to who may only look, and says when nothing goes on', async () => {
    const viewer = anAccount({ menus: ['monitoring'] });
    const { unmount } = openPage([], [aProcess()], viewer, [WORK]);
    const running = within((await screen.findByText('每晚備份')).closest('tr') ?? document.body);
    expect(running.queryByRole('button')).toBeNull();
    unmount();
    openPage([], [aProcess()], viewer);
    expect(await screen.findByText(t('work.empty'))).toBeTruthy();
  });
});
