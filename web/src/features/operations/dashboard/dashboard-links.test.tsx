// Every figure of the dashboard leads to the list behind it, with the filter that makes it the same figure.
import { listAssets } from '@jadegate/contract/access/asset';
import { listLoginLogs } from '@jadegate/contract/identity/login-log';
import { listUsers } from '@jadegate/contract/identity/user';
import {
  getDashboard,
  getDashboardActivity,
  getDashboardPresent,
  type Dashboard,
  type DashboardActivity,
  type DashboardPresent,
} from '@jadegate/contract/operations/dashboard';
import { listSessions } from '@jadegate/contract/session/session';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { Activity } from './Activity.tsx';
import { DashboardPage } from './DashboardPage.tsx';

const t = i18n.getFixedT('zh-TW', 'dashboard');
const parts = i18n.getFixedT('zh-TW', 'parts');
const AT = '2026-11-16T00:00:00.000Z';
const STARTS = ['2026-11-14T16:00:00.000Z', '2026-11-15T16:00:00.000Z'];
const END = '2026-11-16T16:00:00.000Z';

const SUMMARY: Dashboard = {
  steps: { timeZone: true, credential: true, asset: true, people: true, grant: true, session: true },
  unreviewedSessions: 3,
  unreachableAssets: 4,
  isBackedUp: false,
  badRecordings: 0,
  endingGrants: [
    { id: 'g', assetId: 'a-1', assetName: 'web', granteeName: 'N', granteeAccount: 'n', endsAt: AT },
  ],
};
const PRESENT: DashboardPresent = {
  users: { online: 1, total: 2 },
  assets: { reachable: 1, total: 2 },
  assetProtocols: [{ protocol: 'vnc', count: 2 }],
  liveSessions: 1,
  pastSessions: 1,
  failedLogins: 1,
  online: [{ id: 'u-1', name: 'N', account: 'n', since: AT }],
  failures: [{ id: 'f', username: 'a&b', address: '127.0.0.9', at: AT }],
  disk: { total: 2, available: 1 },
};
const ACTIVITY: DashboardActivity = {
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

/** The pages of lists, and what each may be filtered by: a link with another word would show everything. */
const LISTS: Record<string, z.ZodType> = {
  '/user': listUsers.query,
  '/asset': listAssets.query,
  '/online-session': listSessions.query,
  '/offline-session': listSessions.query,
  '/login-log': listLoginLogs.query,
};
/** Pages without a list of the same figure. */
const OTHERS = ['/monitoring', '/job', '/asset/a-1', '/user/u-1'];

/** Whether the page there keeps every word of the filter. */
function isKept(href: string): boolean {
  const { pathname, searchParams } = new URL(href, 'http://console');
  const filters = Object.fromEntries(searchParams);
  const schema = LISTS[pathname];
  if (schema === undefined) {
    return OTHERS.includes(pathname) && Object.keys(filters).length === 0;
  }
  const read = schema.parse(filters) as Record<string, unknown>;
  return Object.keys(filters).every((name) => read[name] !== undefined);
}

beforeEach(() => localStorage.clear());

it('has a link for every figure, each filtered by what its list knows', async () => {
  stubApi()
    .on(getDashboard, () => SUMMARY)
    .on(getDashboardPresent, () => PRESENT)
    .on(getDashboardActivity, () => ACTIVITY);
  const account = anAccount({ enableTotp: true });
  const page = (
    <DashboardPage title="dashboard" renderActivity={(present) => <Activity present={present} />} />
  );
  const { user } = renderPart(page, { account });
  await screen.findByRole('list', { name: t('bars.assetProtocols') });
  for (const table of screen.getAllByText(parts('chart.table'), { exact: false })) {
    await user.click(table);
  }
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(3));

  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  const week = new URLSearchParams({ from: STARTS[0] ?? '', to: END }).toString();
  const days = [0, 1].map((at) =>
    new URLSearchParams({ from: STARTS[at] ?? '', to: STARTS[at + 1] ?? END }).toString(),
  );
  const expected = [
    '/user?online=true',
    '/user/u-1',
    '/asset?state=up',
    '/asset?state=down',
    '/asset?protocol=vnc',
    '/asset/a-1',
    '/online-session',
    '/offline-session',
    '/offline-session?reviewed=false',
    `/offline-session?assetId=a-1&${week}`,
    `/offline-session?userId=u-1&${week}`,
    `/offline-session?protocol=ssh&${week}`,
    ...days.map((day) => `/offline-session?${day}`),
    '/login-log?state=0',
    '/login-log?state=0&username=a%26b',
    ...days.map((day) => `/login-log?${day}`),
    '/monitoring',
    '/job',
  ];
  expect([...new Set(hrefs)].toSorted()).toEqual(expected.toSorted());

  expect(hrefs.filter((href) => !isKept(href))).toEqual([]);
});

it('leads a person with few menus nowhere they may not go', async () => {
  const nothing = Object.fromEntries(Object.keys(PRESENT).map((name) => [name, null])) as DashboardPresent;
  stubApi()
    .on(getDashboard, () => ({
      ...SUMMARY,
      unreviewedSessions: null,
      isBackedUp: null,
      badRecordings: null,
      endingGrants: null,
    }))
    .on(getDashboardPresent, () => ({
      ...nothing,
      assets: PRESENT.assets,
      assetProtocols: PRESENT.assetProtocols,
    }))
    .on(getDashboardActivity, () => ({ ...ACTIVITY, logins: null, sessions: null }));
  const account = anAccount({ enableTotp: true, menus: ['dashboard', 'asset'] });
  renderPart(
    <DashboardPage title="dashboard" renderActivity={(present) => <Activity present={present} />} />,
    {
      account,
    },
  );
  await screen.findByRole('list', { name: t('bars.assetProtocols') });
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(hrefs.length).toBeGreaterThan(0);
  expect(hrefs.filter((href) => !href.startsWith('/asset'))).toEqual([]);
});
