import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { NEVER } from '@jadegate/contract/scalars';

/** A login that is over, unless said otherwise. */
export function aLoginLogRow(given: Partial<LoginLogRow> = {}): LoginLogRow {
  return {
    id: 'log-1',
    username: 'mei',
    nickname: 'mei',
    clientIp: '192.0.2.7',
    clientUserAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    loginTime: '2026-11-15 03:20:00',
    logoutTime: '2026-11-15 04:20:00',
    remember: false,
    state: '1',
    reason: '',
    source: '',
    rule: '',
    ticket: '',
    passkey: '',
    live: false,
    ...given,
  };
}

export function aLiveRow(given: Partial<LoginLogRow> = {}): LoginLogRow {
  return aLoginLogRow({
    id: 'log-2',
    username: 'ming',
    nickname: 'ming',
    logoutTime: NEVER,
    live: true,
    ...given,
  });
}
