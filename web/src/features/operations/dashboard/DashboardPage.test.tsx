import { findThisMachine } from '@jadegate/contract/access/asset-reachability';
import {
  getDashboard,
  getDashboardPresent,
  type Dashboard,
  type DashboardPresent,
} from '@jadegate/contract/operations/dashboard';
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';

import { CREATE_STATE } from '../../../hooks/useCreateOnArrival.ts';
import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { DashboardPage } from './DashboardPage.tsx';

const t = i18n.getFixedT('zh-TW', 'dashboard');

const EMPTY: Dashboard = {
  steps: { timeZone: false, credential: false, asset: false, people: false, grant: false, session: false },
  unreviewedSessions: 0,
  unreachableAssets: 0,
  isBackedUp: true,
  badRecordings: 0,
  endingGrants: [],
};
const DONE = { timeZone: true, credential: true, asset: true, people: true, grant: true, session: true };

const NOTHING: DashboardPresent = {
  users: null,
  assets: null,
  assetProtocols: null,
  liveSessions: null,
  pastSessions: null,
  failedLogins: null,
  online: null,
  failures: null,
  disk: null,
};

beforeEach(() => localStorage.clear());

function openPage(
  dashboard: Partial<Dashboard> = {},
  account = anAccount(),
  present: Partial<DashboardPresent> = {},
  isThere = false,
) {
  stubApi()
    .on(findThisMachine, () => ({ isThere }))
    .on(getDashboard, () => ({ ...EMPTY, ...dashboard }))
    .on(getDashboardPresent, () => ({ ...NOTHING, ...present }));
  return renderPart(<DashboardPage title="dashboard" hosts={<p>hosts</p>} />, { account });
}

describe('first steps', () => {
  it('offer the machine of the server as the first host, where SSH answers on it', async () => {
    openPage({}, anAccount(), {}, true);
    const link = await screen.findByRole('link', { name: t('steps.thisMachine.title') });
    expect(link.getAttribute('href')).toBe('/asset');
  });

  it('lead to where each is done, and are ticked when it is', async () => {
    openPage({ steps: { ...EMPTY.steps, asset: true } });
    const steps = within(await screen.findByRole('list', { name: t('steps.title') }));
    const link = (name: 'asset' | 'timeZone' | 'account') =>
      steps.getByRole('link', { name: new RegExp(t(`steps.${name}.title`)) });
    expect(link('timeZone').getAttribute('href')).toBe('/setting?activeKey=other');
    expect(link('account').getAttribute('href')).toBe('/info?activeKey=factor');
    expect(link('asset').textContent).toContain(t('steps.done'));
    expect(link('timeZone').textContent).not.toContain(t('steps.done'));
    expect(screen.getByText(t('steps.progress', { done: 1, total: 7 }))).toBeTruthy();
  });

  it('open the form for a new person at once', async () => {
    const Arrived = () => (
      <output>{`${useLocation().pathname} ${JSON.stringify(useLocation().state)}`}</output>
    );
    stubApi()
      .on(findThisMachine, () => ({ isThere: false }))
      .on(getDashboard, () => EMPTY)
      .on(getDashboardPresent, () => NOTHING);
    const { user } = renderPart(
      <>
        <DashboardPage title="dashboard" hosts={null} />
        <Arrived />
      </>,
      { account: anAccount() },
    );
    await user.click(await screen.findByRole('link', { name: new RegExp(t('steps.people.title')) }));
    expect(screen.getByText(`/user ${JSON.stringify(CREATE_STATE)}`)).toBeTruthy();
  });

  it('are only those the person can do', async () => {
    openPage({}, anAccount({ menus: ['dashboard', 'asset-add'] }));
    await screen.findByText(t('steps.asset.title'));
    expect(screen.queryByText(t('steps.credential.title'))).toBeNull();
  });

  it('go when all are done', async () => {
    openPage({ steps: DONE }, anAccount({ enableTotp: true }));
    await screen.findByText(t('attention.none'));
    expect(screen.queryByText(t('steps.title'))).toBeNull();
  });

  it('stay away when they were put away, for that person only', async () => {
    const { user, unmount } = openPage();
    await user.click(await screen.findByRole('button', { name: t('steps.putAway') }));
    expect(screen.queryByText(t('steps.title'))).toBeNull();
    unmount();
    const again = openPage();
    await screen.findByText(t('attention.none'));
    expect(screen.queryByText(t('steps.title'))).toBeNull();
    again.unmount();
    openPage({}, anAccount({ id: 'another' }));
    expect(await screen.findByText(t('steps.title'))).toBeTruthy();
  });
});

describe('what needs attention', () => {
  it('is told with the way there', async () => {
    const grant = {
      id: 'g',
      assetId: 'a-1',
      assetName: 'web',
      granteeName: '王小明',
      granteeAccount: 'ming',
      endsAt: '2026-11-20T00:00:00.000Z',
    };
    openPage({
      unreviewedSessions: 3,
      unreachableAssets: 100,
      isBackedUp: false,
      badRecordings: 2,
      endingGrants: [grant],
    });
    const href = async (text: string) => (await screen.findByText(text)).closest('a')?.getAttribute('href');
    expect(await href(t('attention.unreviewed', { count: 3, shown: '3' }))).toBe(
      '/offline-session?reviewed=false',
    );
    expect(await href(t('attention.unreachable', { count: 100, shown: '99+' }))).toBe('/asset?state=down');
    expect(await href(t('attention.backup'))).toBe('/job');
    expect(screen.getByText(new RegExp('王小明')).closest('a')?.getAttribute('href')).toBe('/asset/a-1');
  });

  it('is not there for whom it would never name anything', async () => {
    openPage({
      unreviewedSessions: null,
      unreachableAssets: null,
      isBackedUp: null,
      badRecordings: null,
      endingGrants: null,
    });
    await screen.findByText(t('steps.title'));
    expect(screen.queryByText(t('attention.title'))).toBeNull();
  });

  it('does not take the rest of the page away when it cannot be told', async () => {
    stubApi()
      .on(getDashboard, () => refuse('internal', '伺服器發生錯誤'))
      .on(getDashboardPresent, () => refuse('internal', '伺服器發生錯誤'));
    renderPart(<DashboardPage title="dashboard" hosts={<p>hosts</p>} />, { account: anAccount() });
    await waitFor(() => expect(screen.getByText('hosts')).toBeTruthy());
  });
});

describe('the figures', () => {
  const shown = async () => {
    const list = await screen.findByRole('list', { name: t('figure.title') });
    return within(list)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  };

  it('lead to the lists behind them', async () => {
    openPage({}, anAccount(), {
      users: { online: 3, total: 1200 },
      assets: { reachable: 7, total: 9 },
      liveSessions: 2,
      pastSessions: 40,
      failedLogins: 5,
      disk: { available: 1024 ** 3, total: 2 * 1024 ** 3 },
    });
    expect(await shown()).toEqual([
      `${t('figure.users')}3 / 1,200 /user?online=true`,
      `${t('figure.assets')}7 / 9 /asset?state=up`,
      `${t('figure.live')}2 /online-session`,
      `${t('figure.past')}40 /offline-session`,
      `${t('figure.failed')}5 /login-log?state=0`,
      `${t('figure.disk')}1.0 GB / 2.0 GB /monitoring`,
    ]);
  });

  it('are only those the server tells, and no empty frame where it tells none', async () => {
    const first = openPage({}, anAccount(), { pastSessions: 0 });
    expect(await shown()).toEqual([`${t('figure.past')}0 /offline-session`]);
    first.unmount();
    openPage();
    await screen.findByText(t('attention.none'));
    expect(screen.queryByRole('list', { name: t('figure.title') })).toBeNull();
  });

  it('name who is online and who failed to sign in', async () => {
    const at = '2026-11-16T00:00:00.000Z';
    openPage({}, anAccount(), {
      online: [{ id: 'u-1', name: '王小明', account: 'ming', since: at }],
      failures: [{ id: 'f', username: 'root', address: '127.0.0.9', at }],
    });
    const person = await screen.findByRole('link', { name: /王小明/ });
    expect(person.getAttribute('href')).toBe('/user/u-1');
    expect(screen.getByText('root')).toBeTruthy();
    const all = screen.getAllByRole('link', { name: new RegExp(t('all')) });
    expect(all.map((link) => link.getAttribute('href'))).toEqual(['/login-log?state=0', '/user?online=true']);
  });
});
