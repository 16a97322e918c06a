import { getDashboardActivity, type DashboardActivity } from '@jadegate/contract/operations/dashboard';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { renderPart } from '../../../test/render.tsx';
import { Activity } from './Activity.tsx';

const t = i18n.getFixedT('zh-TW', 'dashboard');
const parts = i18n.getFixedT('zh-TW', 'parts');

const STARTS = ['2026-11-14T16:00:00.000Z', '2026-11-15T16:00:00.000Z'];
const END = '2026-11-16T16:00:00.000Z';
const WEEK: DashboardActivity = {
  starts: STARTS,
  end: END,
  logins: { succeeded: [3, 4], failed: [0, 12], people: [2, 2] },
  sessions: {
    opened: [5, 6],
    assets: [1, 2],
    recordedBytes: [1000, 2000],
    protocols: [{ protocol: 'ssh', count: 11 }],
    busiestAssets: [{ id: 'a-1', name: 'web', sessions: 8 }],
    busiestPeople: [{ id: 'u-1', name: 'mei', sessions: 11 }],
  },
};

const RANGE = `from=${encodeURIComponent(STARTS[0] ?? '')}&to=${encodeURIComponent(END)}`;

it('ranks what was busiest, each leading to its sessions of that time', async () => {
  stubApi().on(getDashboardActivity, () => WEEK);
  renderPart(<Activity present={undefined} />);
  const path = async (title: 'assets' | 'people' | 'protocols') => {
    const list = within(await screen.findByRole('list', { name: t(`bars.${title}`) }));
    return list.getByRole('link').getAttribute('href');
  };
  expect(await path('assets')).toBe(`/offline-session?assetId=a-1&${RANGE}`);
  expect(await path('people')).toBe(`/offline-session?userId=u-1&${RANGE}`);
  expect(await path('protocols')).toBe(`/offline-session?protocol=ssh&${RANGE}`);
});

it('has each chart as a table, whose days lead to their lists', async () => {
  stubApi().on(getDashboardActivity, () => WEEK);
  const { user } = renderPart(<Activity present={undefined} />);
  const figure = (await screen.findByRole('heading', { name: t('chart.logins') })).closest('.ant-card');
  const card = within(figure as HTMLElement);
  await user.click(card.getByText(parts('chart.table'), { exact: false }));
  const table = within(await card.findByRole('table'));
  expect(table.getByText('12')).toBeTruthy();
  expect(table.getAllByRole('link')[0]?.getAttribute('href')).toBe(
    `/login-log?from=${encodeURIComponent(STARTS[1] ?? '')}&to=${encodeURIComponent(END)}`,
  );
});

it('asks for a month when that is wanted', async () => {
  const api = stubApi().on(getDashboardActivity, () => WEEK);
  const { user } = renderPart(<Activity present={undefined} />);
  await user.click(await screen.findByText(t('span.month')));
  await expect
    .poll(() => api.callsTo(getDashboardActivity).map(({ query }) => query.get('d')))
    .toEqual(['week', 'month']);
});

it('shows nothing of what somebody may not see', async () => {
  stubApi().on(getDashboardActivity, () => ({ ...WEEK, sessions: null }));
  renderPart(<Activity present={undefined} />);
  await screen.findByRole('heading', { name: t('chart.logins') });
  expect(screen.queryByRole('heading', { name: t('chart.sessions') })).toBeNull();
  expect(screen.queryByText(t('bars.assets'))).toBeNull();
});
