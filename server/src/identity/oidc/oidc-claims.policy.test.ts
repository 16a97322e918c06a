// What a provider says of somebody, in the shapes that providers really use.
import { OidcConfig } from '@jadegate/contract/identity/oidc';
import { describe, expect, it } from 'vitest';

import { readClaims } from './oidc-claims.policy.ts';

const names = (more: object = {}) =>
  OidcConfig.parse({ issuer: 'https://idp.example', clientId: 'jadegate', ...more });
const groups = (claims: object, groupsClaim = 'groups', userinfo: object = {}) =>
  readClaims({ ...claims }, { ...userinfo }, names({ groupsClaim })).groups;

describe('groups', () => {
  it.each([
    ['a text', { groups: 'ops' }, ['ops']],
    ['texts between commas', { groups: 'ops, dev team ,' }, ['ops', 'dev team']],
    ['a list, whose blanks stay', { groups: ['ops', ' on call'] }, ['ops', ' on call']],
    [
      'things with a name',
      { groups: [{ name: 'ops' }, { value: '7', display: 'dev' }] },
      ['ops', '7', 'dev'],
    ],
    ['one thing', { groups: { id: 'g-1', name: 'ops' } }, ['ops', 'g-1']],
    ['the same twice', { groups: ['ops', 'ops', { name: 'ops' }] }, ['ops']],
    ['nonsense among them', { groups: ['ops', 7, null, [], { name: 7 }, ''] }, ['ops']],
    ['nothing', {}, []],
    ['a number', { groups: 7 }, []],
  ])('are read from %s', (_what, claims, wanted) => {
    expect(groups(claims)).toEqual(wanted);
  });

  it('are found step by step, or under a name that has dots', () => {
    const keycloak = { resource_access: { jadegate: { roles: ['ops'] } } };
    expect(groups(keycloak, 'resource_access.jadegate.roles')).toEqual(['ops']);
    expect(groups(keycloak, 'resource_access.other.roles')).toEqual([]);
    expect(groups({ 'https://acme.example/groups': ['ops'] }, 'https://acme.example/groups')).toEqual([
      'ops',
    ]);
    expect(groups({}, 'constructor.name')).toEqual([]);
  });

  it('come from the ID token before the other document', () => {
    expect(groups({}, 'groups', { groups: ['late'] })).toEqual(['late']);
    expect(groups({ groups: ['first'] }, 'groups', { groups: ['late'] })).toEqual(['first']);
  });

  it.each([
    [{ _claim_names: { groups: 'src1' }, _claim_sources: {} }],
    [{ hasgroups: true }],
    [{ hasgroups: 'true' }],
  ])('are known to be cut off by %j', (claims) => {
    expect(readClaims(claims, {}, names()).isCutOff).toBe(true);
    expect(readClaims({ groups: ['ops'] }, {}, names()).isCutOff).toBe(false);
  });
});

describe('a mail address', () => {
  const isVerified = (idToken: object, mailClaim = 'email', userinfo: object = {}) =>
    readClaims({ ...idToken }, { ...userinfo }, names({ mailClaim })).isMailVerified;

  it('is verified where the same document says so of it', () => {
    expect(isVerified({ email: 'a@x.test', email_verified: true })).toBe(true);
    expect(isVerified({}, 'email', { email: 'a@x.test', email_verified: true })).toBe(true);
    expect(isVerified({ email: 'a@x.test', email_verified: 'true' })).toBe(false);
    expect(isVerified({ email: 'a@x.test' }, 'email', { email: 'b@x.test', email_verified: true })).toBe(
      false,
    );
  });

  it('of another claim is verified by no word about `email`', () => {
    expect(isVerified({ email: 'me@x.test', upn: 'boss@x.test', email_verified: true }, 'upn')).toBe(false);
    expect(isVerified({ email: 'me@x.test', upn: 'me@x.test', email_verified: true }, 'upn')).toBe(true);
  });
});

describe('a second factor there', () => {
  const hasFactor = (claims: object, trustedFactors: string[]) =>
    readClaims({ ...claims }, {}, names({ trustedFactors })).hasFactor;

  it.each([
    [{ amr: ['pwd', 'otp'] }, ['otp'], true],
    [{ amr: 'mfa' }, ['mfa'], true],
    [{ acr: 'phr' }, ['phr'], true],
    [{ amr: ['pwd'] }, ['otp', 'mfa'], false],
    [{ amr: ['otp'] }, [], false],
    [{}, ['otp'], false],
    [{ amr: [{ otp: true }] }, ['otp'], false],
  ])('of %j is trusted by %j: %s', (claims, trusted, wanted) => {
    expect(hasFactor(claims, trusted)).toBe(wanted);
  });

  it('is believed of the signed token alone', () => {
    const { hasFactor: fromUserinfo } = readClaims({}, { amr: ['otp'] }, names({ trustedFactors: ['otp'] }));
    expect(fromUserinfo).toBe(false);
  });
});
