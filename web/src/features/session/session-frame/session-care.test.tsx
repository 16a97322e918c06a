import { listAssets } from '@jadegate/contract/access/asset';
import { testAsset } from '@jadegate/contract/access/asset-reachability';
import { acceptAssetHostKey, listAssetHostKeys } from '@jadegate/contract/access/host-key';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { getBranding } from '@jadegate/contract/platform/branding';
import { listOwnSessions, type OwnSession } from '@jadegate/contract/session/own-session';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { aBranding, aUser, anAccount, anUnreached } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { AssetChooser } from './AssetChooser.tsx';
import { FailureCard } from './FailureCard.tsx';
import { PaneNotice } from './PaneNotice.tsx';
import { changeLayout, EMPTY } from './session-layout.ts';
import { StateBanner } from './StateBanner.tsx';

const t = i18n.getFixedT('zh-TW', 'session-frame');
const nothing = () => undefined;

function part(element: ReactElement) {
  stubApi().on(getBranding, () => aBranding());
  return renderPart(element, { account: anAccount() });
}

describe('a session that is about to end', () => {
  it('counts down, and is kept by a button that types nothing', async () => {
    const onStay = vi.fn();
    const notice = { kind: 'idle', text: 'x', seconds: 30 } as const;
    const { user } = part(<PaneNotice notice={notice} onClose={nothing} onStay={onStay} />);
    expect((await screen.findByRole('timer')).textContent).toBe('30 秒後中斷連線');
    await user.click(screen.getByRole('button', { name: t('ending.stay') }));
    expect(onStay).toHaveBeenCalledOnce();
    await act(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 1100);
        }),
    );
    expect(screen.getByRole('timer').textContent).toMatch(/^2[89] 秒/);
  });

  it('has no such button when its time is simply over', async () => {
    const notice = { kind: 'limit', text: 'x', seconds: 30 } as const;
    part(<PaneNotice notice={notice} onClose={nothing} onStay={nothing} />);
    expect(await screen.findByText(t('ending.limit'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('ending.stay') })).toBeNull();
  });
});

describe('a session that was continued elsewhere', () => {
  it('is said in words, and can be taken back', async () => {
    const onStartAgain = vi.fn();
    const state = { name: 'over', reason: 'taken-over' } as const;
    const { user } = part(<StateBanner state={state} onRetry={nothing} onStartAgain={onStartAgain} />);
    expect(await screen.findByText(t('over.takenOver'))).toBeTruthy();
    expect(screen.queryByText('taken-over')).toBeNull();
    await user.click(screen.getByRole('button', { name: t('action.takeBack') }));
    expect(onStartAgain).toHaveBeenCalledOnce();
  });

  it('keeps its session under a new pane', () => {
    const pane = { kind: 'pane', id: 'a', assetId: 'x', assetName: 'web', sessionId: 's1' } as const;
    const layout = changeLayout(EMPTY, { type: 'open', pane, place: 'tab' });
    const resumed = changeLayout(layout, { type: 'resume', id: 'a', newId: 'b' });
    expect(resumed.tabs[0]).toMatchObject({ focused: 'b', tree: { id: 'b', sessionId: 's1' } });
    const renewed = changeLayout(layout, { type: 'renew', id: 'a', newId: 'b' });
    expect(renewed.tabs[0]?.tree).toMatchObject({ id: 'b', sessionId: undefined });
  });
});

const aHostKey = (state: 'pinned' | 'offered') => ({
  state,
  keyType: 'ssh-ed25519',
  fingerprint: `SHA256:${state}`,
  seen: '2026-01-01 00:00:00',
  seenByName: '',
  seenByAccount: '',
  seenVia: '',
});

describe('a connection that failed', () => {
  const failure = {
    place: { assetId: 'a1' },
    reason: 'db-01 拒絕連線',
    advice: '請確認服務已啟動',
    onStartAgain: nothing,
  };

  it('says why and what to do, and tests the asset in its place', async () => {
    const onStartAgain = vi.fn();
    const api = stubApi()
      .on(getBranding, () => aBranding())
      .on(listAssetHostKeys, () => [])
      .on(testAsset, () => anUnreached({ message: '逾時沒有回應' }));
    const { user } = renderPart(<FailureCard {...failure} onStartAgain={onStartAgain} />, {
      account: anAccount(),
    });
    const card = await screen.findByRole('alert');
    expect(card.textContent).toContain(`${t('failure.title')}${failure.reason}${failure.advice}`);
    expect(screen.getByRole('link', { name: t('failure.edit') }).getAttribute('href')).toBe('/asset/a1');
    await user.click(screen.getByRole('button', { name: t('failure.test') }));
    expect(await screen.findByText('逾時沒有回應')).toBeTruthy();
    expect(api.callsTo(testAsset)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: t('action.reconnect') }));
    expect(onStartAgain).toHaveBeenCalledOnce();
  });

  it('shows the key of a new host to whoever may confirm it, and connects when it is accepted', async () => {
    const onStartAgain = vi.fn();
    const api = stubApi()
      .on(getBranding, () => aBranding())
      .on(listAssetHostKeys, () => [aHostKey('offered')])
      .on(acceptAssetHostKey, () => null);
    const { user } = renderPart(<FailureCard {...failure} onStartAgain={onStartAgain} />, {
      account: anAccount(),
    });
    expect(await screen.findByText(aHostKey('offered').fingerprint)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('failure.acceptKey') }));
    await waitFor(() => expect(onStartAgain).toHaveBeenCalledOnce());
    expect(api.callsTo(acceptAssetHostKey)[0]?.body).toEqual({
      fingerprint: aHostKey('offered').fingerprint,
      isFirst: true,
    });
  });

  it('does not offer to accept a key that took the place of a known one', async () => {
    const api = stubApi()
      .on(getBranding, () => aBranding())
      .on(listAssetHostKeys, () => [aHostKey('pinned'), aHostKey('offered')]);
    renderPart(<FailureCard {...failure} />, { account: anAccount() });
    await waitFor(() => expect(api.callsTo(listAssetHostKeys)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: t('failure.acceptKey') })).toBeNull();
  });

  it('of a console leads to its machine, and to no asset', async () => {
    stubApi().on(getBranding, () => aBranding());
    const place = { assetId: '', vm: { id: 'v1', console: 'serial' as const } };
    renderPart(<FailureCard {...failure} place={place} />, { account: anAccount() });
    expect((await screen.findByRole('link', { name: t('failure.vm') })).getAttribute('href')).toBe('/vm/v1');
    expect(screen.queryByRole('button', { name: t('failure.test') })).toBeNull();
    expect(screen.queryByRole('link', { name: t('failure.edit') })).toBeNull();
  });

  it('offers only what the person may do', async () => {
    stubApi().on(getBranding, () => aBranding());
    renderPart(<FailureCard {...failure} />, { account: aUser() });
    await screen.findByText(t('failure.title'));
    expect(screen.queryByRole('button', { name: t('failure.test') })).toBeNull();
    expect(screen.queryByRole('link', { name: t('failure.edit') })).toBeNull();
    expect(screen.getByRole('button', { name: t('action.reconnect') })).toBeTruthy();
  });
});

describe('one’s own sessions elsewhere', () => {
  const session = (change: Partial<OwnSession>): OwnSession => ({
    id: 's1',
    assetId: 'x',
    assetName: 'web-01',
    vmId: '',
    protocol: 'ssh',
    username: 'root',
    clientIp: '10.0.0.9',
    connectedTime: '2026-01-02 03:04:05',
    isOpen: true,
    awayUntil: null,
    storageId: '',
    fileSystem: '1',
    upload: '1',
    download: '1',
    delete: '1',
    rename: '1',
    edit: '1',
    createDir: '1',
    copy: '1',
    paste: '0',
    ...change,
  });

  function choose(sessions: OwnSession[], here: string[]) {
    const onTakeOver = vi.fn();
    stubApi()
      .on(getBranding, () => aBranding())
      .on(listAssets, () => ({ total: 0, items: [] }))
      .on(listWorkerAssets, () => ({ total: 0, items: [] }))
      .on(listOwnSessions, () => sessions);
    const rest = {
      protocols: ['ssh', 'telnet'] as const,
      canSplit: false,
      onChoose: nothing,
      onClose: nothing,
      afterClose: nothing,
    };
    const view = renderPart(<AssetChooser open here={here} onTakeOver={onTakeOver} {...rest} />, {
      account: anAccount(),
    });
    return { ...view, onTakeOver };
  }

  it('are offered beside the machines, without those that are here', async () => {
    const { user, onTakeOver } = choose([session({}), session({ id: 's2', assetName: 'web-02' })], ['s2']);
    const own = await screen.findByRole('region', { name: t('own.title') });
    expect(within(own).getAllByRole('button')).toHaveLength(1);
    await user.click(within(own).getByRole('button', { name: /web-01/ }));
    expect(onTakeOver).toHaveBeenCalledWith(expect.objectContaining({ id: 's1' }), 'tab');
  });

  it('are not mentioned when there are none', async () => {
    choose([session({})], ['s1']);
    await screen.findByText(t('chooser.none'));
    expect(screen.queryByRole('region', { name: t('own.title') })).toBeNull();
  });
});
