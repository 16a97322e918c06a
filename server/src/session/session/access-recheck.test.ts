import { expect, it } from 'vitest';

import type { LoginService } from '../../identity/auth/login.service.ts';
import { AccessRecheck } from './access-recheck.ts';
import type { SessionDecision } from './session-places.ts';
import type { SessionRecord } from './session.repository.ts';

type Identified = Awaited<ReturnType<LoginService['identify']>>;

const record = { login_id: 'login', user_id: 'mei', asset_id: 'web', vm_id: '' } as SessionRecord;

/** Somebody who loses what is named when the right is looked at. */
function recheck(losing: { login: boolean }) {
  let hasLogin = true;
  return new AccessRecheck({
    logins: { identify: async () => (hasLogin ? ({} as Identified) : undefined) },
    places: {
      decide: async () => {
        hasLogin = !losing.login;
        return { allowed: false } as SessionDecision;
      },
    },
  });
}

it('says that the login is over where it went together with the right', async () => {
  expect(await recheck({ login: true }).endOf(record)).toEqual({ kind: 'login_ended' });
});

it('says that the right is lost where only that went', async () => {
  expect(await recheck({ login: false }).endOf(record)).toEqual({ kind: 'access_lost' });
});
