import type { AccessTokenRow } from '@jadegate/contract/identity/access-token';
import type { OwnLogin } from '@jadegate/contract/identity/own-login';
import type { OwnProfile } from '@jadegate/contract/identity/own-profile';
import type { SshKeyRow } from '@jadegate/contract/identity/ssh-key';
import type { SshTicketRow } from '@jadegate/contract/identity/ssh-ticket';
import { NEVER } from '@jadegate/contract/scalars';

export function anAccessToken(given: Partial<AccessTokenRow> = {}): AccessTokenRow {
  return {
    id: 'token-1',
    name: 'nightly backup',
    scope: 'use',
    masked: 'forever-…ab12',
    created: '2026-01-01 08:00:00',
    expires: '2026-04-01 08:00:00',
    isExpired: false,
    lastUsed: NEVER,
    lastAddress: '',
    ...given,
  };
}

export function anSshKey(given: Partial<SshKeyRow> = {}): SshKeyRow {
  return {
    id: 'key-1',
    name: 'work laptop',
    source: '',
    algorithm: 'ssh-ed25519',
    fingerprint: 'SHA256:bT3Fm0N8bVqOY1n2uJw0u5t0mPpW8r8o1b2c3d4e5f6',
    created: '2026-01-01 08:00:00',
    expires: NEVER,
    isExpired: false,
    lastUsed: NEVER,
    lastAddress: '',
    ...given,
  };
}

export function anSshTicket(given: Partial<SshTicketRow> = {}): SshTicketRow {
  return {
    id: 'ticket-1',
    name: 'website deployment',
    masked: 'ticket-…ab12',
    assetId: 'asset-1',
    assetName: 'web-1',
    account: 'deploy',
    kinds: ['exec', 'files'],
    ipGroup: '',
    uses: 0,
    used: 0,
    created: '2026-01-01 08:00:00',
    expires: '2026-01-02 08:00:00',
    isOver: false,
    lastUsed: NEVER,
    lastAddress: '',
    ...given,
  };
}

export function anOwnProfile(given: Partial<OwnProfile> = {}): OwnProfile {
  return { nickname: 'Ming', mail: 'ming@example.test', source: '', ...given };
}

export function aLogin(given: Partial<OwnLogin> = {}): OwnLogin {
  return {
    id: 'login-1',
    address: '10.0.0.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    door: 'web',
    created: '2026-01-01 08:00:00',
    lastSeen: '2026-01-01 09:00:00',
    expires: '2026-01-01 11:00:00',
    ends: '2026-01-02 08:00:00',
    remembered: false,
    current: false,
    ...given,
  };
}
