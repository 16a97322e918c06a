import { listAssetOptions, listTags } from '@jadegate/contract/access/asset';
import { listUserOptions } from '@jadegate/contract/identity/user';
import { listUserGroupOptions } from '@jadegate/contract/identity/user-group';
import type { MenuId } from '@jadegate/contract/menu';
import {
  createEventDestination,
  getEventDestination,
  getEventOutbox,
  listEventDestinations,
  listUndeliverable,
  resendUndeliverable,
  testEventDestination,
  updateEventDestination,
  type EventDestination,
  type EventDestinationRow,
} from '@jadegate/contract/platform/event-destination';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { EventDestinationListPage } from './EventDestinationListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'event-destination');
const parts = i18n.getFixedT('zh-TW', 'parts');

const row = (given: Partial<EventDestinationRow> = {}): EventDestinationRow => ({
  id: 'd1',
  name: '資安監控中心',
  kind: 'webhook',
  enabled: true,
  place: 'https://siem.example/events',
  state: 'failing',
  lastOk: '',
  problem: '無法連線',
  failingSince: '2026-01-01 00:00:00',
  nextTry: '',
  waiting: 1234,
  lagSeconds: 7200,
  sent: 5,
  undeliverable: 2,
  dropped: 0,
  failClosedHours: 0,
  isClosing: false,
  ...given,
});

const stored = (): EventDestination => ({
  ...row(),
  config: { kind: 'webhook', url: 'https://siem.example/events', batch: 100, ca: '' },
  filter: {
    groups: ['login'],
    names: ['session.opened'],
    severity: 'notice',
    users: [],
    userGroups: [],
    assets: [],
    tags: [],
  },
  quiet: [],
  storedSecrets: ['signing'],
});

async function openList(menus?: MenuId[]) {
  const api = stubApi()
    .on(getEventDestination, stored)
    .on(listEventDestinations, () => ({ total: 1, items: [row()] }))
    .on(getEventOutbox, () => ({
      sequence: 99,
      kept: 7,
      bytes: 2048,
      maxBytes: 1024 ** 3,
      pullDays: 0,
      fileFolder: '/data/events',
    }))
    .on(listUserOptions, () => [])
    .on(listUserGroupOptions, () => [])
    .on(listAssetOptions, () => [])
    .on(listTags, () => []);
  const view = renderPart(<EventDestinationListPage />, {
    account: anAccount(menus && { menus }),
    path: '/event-destination',
  });
  await screen.findByText('資安監控中心');
  return { ...view, api };
}

/** The drawer in which something stands. */
const drawerOf = async (text: string) =>
  within((await screen.findByText(text)).closest('[role=dialog]') as HTMLElement);

describe('the list of destinations', () => {
  it('says how it goes with each, and what is kept', async () => {
    await openList();
    const shown = within(screen.getByText('資安監控中心').closest('tr') as HTMLElement);
    expect(shown.getByText(t('state.failing'))).toBeDefined();
    expect(shown.getByText('無法連線')).toBeDefined();
    expect(shown.getByText(new RegExp(t('field.failingSince')))).toBeDefined();
    expect(shown.getByText('1,234')).toBeDefined();
    expect(shown.getByText(t('lag', { time: '2 小時' }))).toBeDefined();
    expect(await screen.findByText(/保留 7 筆待送事件/)).toBeDefined();
  });

  it('offers nothing to change to who may only look', async () => {
    await openList(['event-destination']);
    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.test')} 資安監控中心` })).toBeNull();
  });

  it('sends again what was not delivered', async () => {
    const { user, api } = await openList();
    api
      .on(listUndeliverable, () => ({
        total: 1,
        items: [
          {
            id: 'u1',
            sequence: 5,
            at: '2026-01-01 00:00:00',
            name: 'login.failed',
            message: '登入失敗：mei',
            attempts: 9,
            problem: '回應 HTTP 422',
            endedAt: '2026-01-04 00:00:00',
          },
        ],
      }))
      .on(resendUndeliverable, () => ({ count: 1 }));
    await user.click(screen.getByRole('button', { name: '2' }));
    await user.click(await screen.findByRole('button', { name: `${t('action.resend')} 登入失敗：mei` }));
    await waitFor(() => expect(api.callsTo(resendUndeliverable)[0]?.body).toEqual({ ids: ['u1'] }));
    await user.click(screen.getByRole('button', { name: t('action.resendAll', { count: 1 }) }));
    await waitFor(() => expect(api.callsTo(resendUndeliverable)[1]?.body).toEqual({}));
  });

  it('shows what a test sent and what came back', async () => {
    const { user, api } = await openList();
    api.on(testEventDestination, () => ({
      isOk: false,
      sent: 'POST /events HTTP/1.1',
      answer: 'HTTP 500',
      problem: '回應 HTTP 500',
      milliseconds: 12,
    }));
    await user.click(screen.getByRole('button', { name: `${t('action.test')} 資安監控中心` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('回應 HTTP 500')).toBeDefined();
    expect(dialog.getByText('POST /events HTTP/1.1')).toBeDefined();
    expect(api.callsTo(testEventDestination)).toHaveLength(1);
  });
});

describe('the form of a destination', () => {
  it('asks of each kind what it needs, with its secret', async () => {
    const { user, api } = await openList();
    api.on(createEventDestination, () => ({ id: 'new' }));
    await user.click(screen.getByRole('button', { name: t('action.create') }));
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('kind.telegram')}`) }));
    const drawer = await drawerOf(t('kindLong.telegram'));
    const save = () => user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await user.type(await drawer.findByLabelText(t('field.name')), '值班');
    await user.type(drawer.getByLabelText(t('field.chatId')), '-100123');
    await user.type(drawer.getByLabelText(t('secret.telegramToken')), '123:abc');
    await save();
    await waitFor(() => expect(api.callsTo(createEventDestination)).toHaveLength(1));
    expect(api.callsTo(createEventDestination)[0]?.body).toMatchObject({
      name: '值班',
      config: { kind: 'telegram', chatId: '-100123', everyMinutes: 0 },
      filter: { groups: [], names: [], severity: 'warning' },
      secrets: { token: '123:abc' },
    });
  });

  it('keeps what is stored, a secret too, and tells groups from single events', async () => {
    const { user, api } = await openList();
    api.on(updateEventDestination, () => null);
    await user.click(screen.getByRole('button', { name: parts('action.more', { name: '資安監控中心' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('action.edit') }));
    const drawer = await drawerOf(t('title.edit'));
    expect(await drawer.findByText(parts('secret.stored'))).toBeDefined();
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(updateEventDestination)).toHaveLength(1));
    const [call] = api.callsTo(updateEventDestination);
    const { config, filter, secrets } = { ...(call?.body as Record<string, unknown>) };
    expect(config).toEqual(stored().config);
    expect(filter).toEqual(stored().filter);
    expect(Object.values(secrets as object).filter(Boolean)).toEqual([]);
  });
});
