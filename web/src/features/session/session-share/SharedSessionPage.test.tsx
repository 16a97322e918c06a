import type { ErrorCode } from '@jadegate/contract/error';
import { joinSession, openShare, type Seat } from '@jadegate/contract/session/session-share';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { seatPath } from './session-share.queries.ts';
import { shareLink, tokenOf } from './share-link.ts';
import { SharedSessionPage } from './SharedSessionPage.tsx';

const t = i18n.getFixedT('zh-TW', 'session-share');

const show = (path: string) => renderPart(<SharedSessionPage />, { account: anAccount(), path });

describe('a link', () => {
  it('holds its token where no server sees it', () => {
    const link = new URL(shareLink('a-b_c', 'https://gate.example'));
    expect([link.pathname, link.search, tokenOf(link.hash)]).toEqual(['/share-session', '', 'a-b_c']);
  });

  it.each(['', '#', '#a b', '#<script>', `#${'x'.repeat(201)}`])('without a token is none: %j', (hash) => {
    expect(tokenOf(hash)).toBeUndefined();
  });
});

describe('a seat', () => {
  it.each([
    ['ssh', '/share-sessions/one/ssh'],
    ['telnet', '/share-sessions/one/ssh'],
    ['rdp', '/share-sessions/one/tunnel'],
    ['vnc', '/share-sessions/one/tunnel'],
  ] as const)('of %s is taken at %s', (protocol, path) => {
    const seat: Seat = {
      id: 'one',
      protocol,
      assetName: 'web-01',
      ownerName: '美玲',
      ownerAccount: 'mei',
      mode: 'read',
      expires: null,
      mayCopy: true,
      mayPaste: true,
    };
    expect(seatPath(seat)).toBe(path);
  });
});

describe('the page of a shared session', () => {
  it('says that a link is incomplete without asking the server', async () => {
    const api = stubApi();
    show('/share-session');
    expect(await screen.findByText(t('help.incomplete'))).toBeDefined();
    expect(api.callsTo(openShare)).toHaveLength(0);
  });

  it.each([
    'share.not_found',
    'share.expired',
    'share.revoked',
    'share.not_invited',
    'share.ended',
    'share.off',
    'share.full',
    'origin.mismatch',
    'origin.not_public',
  ] as const satisfies readonly ErrorCode[])('says what %s means', async (code) => {
    const api = stubApi().on(openShare, () => refuse(code, '說明'));
    show('/share-session#the-token');
    expect((await screen.findByRole('heading')).textContent).toBe(t(`over.${code}`));
    expect(screen.getByText('說明')).toBeDefined();
    expect(api.callsTo(openShare)[0]?.body).toEqual({ token: 'the-token' });
  });

  it('joins by right where it names a session', async () => {
    const api = stubApi().on(joinSession, () => refuse('session.over', '已結束'));
    show('/share-session?sessionId=session-1');
    expect((await screen.findByRole('heading')).textContent).toBe(t('over.session.over'));
    expect(api.callsTo(joinSession)[0]?.params.id).toBe('session-1');
  });
});
