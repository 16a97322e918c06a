import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { CREDENTIAL_SECRETS, RevealedCredential } from './access/credential.ts';
import type { AnyEndpoint, PendingStage } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';

/** Reviewed by hand: each of these answers strangers, and each says why. */
const PUBLIC = {
  'POST /login': 'the door itself; limited and locked',
  'GET /branding': 'name and copyright on the login page',
  'GET /branding/logo': 'the picture on the login page',
  'GET /login/sources': 'names and icons of the ways to sign in',
  'POST /login/passkey/start': 'a challenge for a passkey, which says nothing about anybody; limited',
  'POST /login/passkey': 'the door by a passkey; by a challenge that works once',
  'POST /login/sources/:key/start': 'the door by a source: leads to its provider; limited',
  'POST /login/sources/:key/finish': 'back from the provider; by a state that works once',
  'GET /login/sources/:key/front-channel-logout': 'the provider ends a login by its own session',
  'POST /login/sources/:key/back-channel-logout': 'the same, by a token that the provider signed',
  'GET /ssh-config': 'names for SSH clients, which send no login; by a token of its own',
};

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** A body in which a signed-in person proves again who they are. */
const asksForProof = (endpoint: AnyEndpoint) =>
  endpoint.access !== 'public' &&
  /"(totp|oldPassword)"/.test(
    JSON.stringify(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })),
  );

describe('the endpoints', () => {
  it('are public only where the reviewed list says so', () => {
    const found = ENDPOINTS.filter((endpoint) => endpoint.access === 'public').map(nameOf);
    // oxlint-disable-next-line no-console -- the list is printed so that a reviewer of the test run sees it
    console.info(`public endpoints: ${found.join(', ')}`);
    expect(found.toSorted()).toEqual(Object.keys(PUBLIC).toSorted());
  });

  it('have a method and path of their own', () => {
    expect(new Set(ENDPOINTS.map(nameOf)).size).toBe(ENDPOINTS.length);
  });

  it('open to a login that owes a step only what it needs to go on', () => {
    const openTo = (stage: PendingStage) =>
      ENDPOINTS.filter((endpoint) => endpoint.whilePending?.includes(stage))
        .map(nameOf)
        .toSorted();
    expect(openTo('change-password')).toEqual([
      'GET /account/info',
      'POST /account/change-password',
      'POST /account/logout',
    ]);
    expect(openTo('enrol-passkey')).toEqual([
      'GET /account/info',
      'GET /account/passkeys',
      'POST /account/logout',
      'POST /account/passkeys',
      'POST /account/passkeys/start',
    ]);
    expect(openTo('enrol-totp')).toEqual([
      'GET /account/info',
      'GET /account/reload-totp',
      'POST /account/confirm-totp',
      'POST /account/logout',
    ]);
  });

  it('ask for a proof of identity only where an access token is refused', () => {
    const asking = ENDPOINTS.filter(asksForProof);
    expect(asking.map(nameOf)).toContain('POST /credentials/:id/reveal');
    expect(asking.filter((endpoint) => !endpoint.interactive).map(nameOf)).toEqual([]);
  });

  it('declare what proof they ask for, each where it is asked', () => {
    const declared = Object.fromEntries(
      ENDPOINTS.flatMap((endpoint) => (endpoint.proof ? [[nameOf(endpoint), endpoint.proof]] : [])),
    );
    expect(declared).toEqual({
      'POST /account/change-password': 'always',
      'PUT /account/mail': 'always',
      'POST /account/recent-proof': 'always',
      'POST /account/access-token': 'recent',
      'POST /account/access-tokens': 'recent',
      'POST /account/passkeys': 'recent',
      'POST /account/passkeys/:id/remove': 'always',
      'POST /account/ssh-keys': 'recent',
      'POST /account/ssh-tickets': 'recent',
      'POST /account/reset-totp': 'recent-factor',
      'POST /account/recovery-codes': 'factor',
      'POST /account/confirm-totp': 'factor',
      'POST /credentials/:id/reveal': 'always',
      'POST /backup/export': 'always',
      'POST /backup/import': 'always',
      'POST /next-terminal-import/bring': 'always',
      'POST /jobs': 'always',
      'PUT /jobs/:id': 'always',
    });
    expect(ENDPOINTS.filter(asksForProof).map(nameOf).toSorted()).toEqual(Object.keys(declared).toSorted());
  });

  it('let access tokens change nothing of one’s own account', () => {
    const open = ENDPOINTS.filter(
      ({ method, path, interactive }) => path.startsWith('/account/') && method !== 'GET' && !interactive,
    );
    expect(open.map(nameOf)).toEqual([]);
  });

  it('let no response but the reveal carry a secret field that is not blank', () => {
    const secret = new RegExp(
      `"(${CREDENTIAL_SECRETS.join('|')}|.*(?:token|password|secret|code)_?[hH]ash)":\\{(?!"type":"string","const":"")`,
    );
    const carrying = ENDPOINTS.filter((endpoint) =>
      secret.test(JSON.stringify(z.toJSONSchema(endpoint.response, { unrepresentable: 'any' }))),
    );
    expect(carrying.map((endpoint) => endpoint.response)).toEqual([RevealedCredential]);
  });
});
