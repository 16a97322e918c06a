import {
  listAccessGateways,
  testAccessGateway,
  type AccessGatewayRow,
  type GatewayTest,
} from '@jadegate/contract/access/access-gateway';
import { acceptGatewayHostKey, listGatewayHostKeys } from '@jadegate/contract/access/host-key';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aGatewayRow, aGatewayTest } from './access-gateway.builders.ts';
import { AccessGatewayListPage } from './AccessGatewayListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'access-gateway');
const keyWords = i18n.getFixedT('zh-TW', 'host-key');

const holding = (...rows: AccessGatewayRow[]) =>
  stubApi().on(listAccessGateways, () => ({ total: rows.length, items: rows }));

function open(menus?: MenuId[]) {
  return renderPart(<AccessGatewayListPage />, {
    account: anAccount(menus && { menus }),
    path: '/access-gateway',
  });
}

const OFFERED = 'SHA256:BBBBztksCsDhcc0u9e8BgrJXVGBjbQ0buNiVztksCsD';

describe('the gateway list', () => {
  it('says root for an empty user name, and how the gateway is reached', async () => {
    holding(aGatewayRow({ accessGatewayName: 'edge', hostKey: 'changed', state: 'failed' }));
    open();
    const row = (await screen.findByText('jump-taipei')).closest('tr') as HTMLElement;
    expect(within(row).getByText('root')).toBeDefined();
    expect(within(row).getByText('edge')).toBeDefined();
    expect(within(row).getByText('10.0.0.5:22')).toBeDefined();
    expect(within(row).getByText(t('state.failed'))).toBeDefined();
    expect(within(row).getByText(t('hostKey.changed'))).toBeDefined();
  });

  it('offers no test to somebody who may only look', async () => {
    holding(aGatewayRow());
    open(['access-gateway']);
    await screen.findByText('jump-taipei');
    expect(screen.queryByRole('button', { name: `${t('action.test')} jump-taipei` })).toBeNull();
  });
});

async function testing(result: Partial<GatewayTest>) {
  const api = holding(aGatewayRow()).on(testAccessGateway, () => aGatewayTest(result));
  const view = open();
  await view.user.click(await screen.findByRole('button', { name: `${t('action.test')} jump-taipei` }));
  return { api, ...view };
}

describe('the test', () => {
  it('shows the time it took and the fingerprint it learned', async () => {
    await testing({ learned: true });
    expect(await screen.findByText(t('test.ok', { count: 42 }))).toBeDefined();
    expect(screen.getByText(t('test.learned'))).toBeDefined();
    expect(screen.getByText(/^SHA256:/)).toBeDefined();
  });

  it('leads from a changed key to comparing and accepting exactly that key', async () => {
    const { api, user } = await testing({
      connected: false,
      latency: null,
      hostKey: 'changed',
      message: '主機金鑰已變更，連線已阻擋',
    });
    api.on(listGatewayHostKeys, () => [
      {
        state: 'pinned' as const,
        keyType: 'ssh-ed25519',
        fingerprint: 'SHA256:old',
        seen: '2026-11-15 03:20:00',
        seenByName: 'Mei',
        seenByAccount: 'mei',
        seenVia: 'kvm-1',
      },
      {
        state: 'offered' as const,
        keyType: 'ssh-ed25519',
        fingerprint: OFFERED,
        seen: '2026-11-15 03:20:00',
        seenByName: '',
        seenByAccount: '',
        seenVia: '',
      },
    ]);
    api.on(acceptGatewayHostKey, () => null);
    expect(await screen.findByText('主機金鑰已變更，連線已阻擋')).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('action.compareKeys') }));
    expect(await screen.findByText(/由宿主機「kvm-1」取得/)).toBeDefined();
    await user.click(await screen.findByRole('button', { name: keyWords('action.accept') }));
    const dialog = (await screen.findByText(keyWords('accept.help'))).closest(
      '[role="dialog"]',
    ) as HTMLElement;
    expect(within(dialog).getByText(OFFERED)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: keyWords('action.accept') }));
    expect(await screen.findByText(keyWords('accept.done'))).toBeDefined();
    expect(api.callsTo(acceptGatewayHostKey).at(-1)?.body).toEqual({ fingerprint: OFFERED });
  });
});
