// On both engines: of two answers at once one counts, and a counter moves on in the database.
// Answers that are not what was asked for: of another page, place, purpose, person, browser or time, copied or made up.
import { generateKeyPairSync } from 'node:crypto';

import type { PasskeyQuestion } from '@jadegate/contract/identity/passkey';
import { beforeAll, describe, expect, it } from 'vitest';

import { SECOND_MS } from '../../kernel/clock.ts';
import { PasskeyKit } from '../../testing/passkey-kit.ts';
import type { SoftAuthenticator } from '../../testing/soft-authenticator.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { CHALLENGE_MS } from './passkey-judge.service.ts';
import { relyingPartyAt } from './passkey-place.policy.ts';

const ORIGIN = 'https://gate.example';
const server = useTestServer({ publicUrls: [ORIGIN, 'https://other.example'] });
const kit = new PasskeyKit(server, ORIGIN);
let person: { id: string; token: string; username: string };
let authenticator: SoftAuthenticator;
beforeAll(async () => {
  person = await server.current.loginAs({});
  ({ authenticator } = await kit.add(person.token));
});

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const LIES = {
  'another origin': { origin: 'https://gate.example.evil.test' },
  'another port': { origin: `${ORIGIN}:8443` },
  'another of our own addresses': { origin: 'https://other.example' },
  'another place': { rpId: 'evil.test' },
  'a frame of another page': { crossOrigin: true },
  'the making of one': { type: 'webauthn.create' },
  'another key': { key: stranger },
  'a person whom nobody verified': { isVerified: false },
  'another person’s handle': { userHandle: Buffer.from('somebody').toString('base64url') },
  'a challenge that nobody gave': { challenge: 'A'.repeat(43) },
};

describe('a login', () => {
  it.each(Object.entries(LIES))('with %s is refused', async (_what, lie) => {
    const { question, binding } = await kit.ask('login');
    const answer = authenticator.answer(question, lie);
    expect(await kit.finish(answer, binding)).toMatchObject({ error: 'passkey.refused' });
  });

  it('is good once, also when it comes twice at once', async () => {
    const { question, binding } = await kit.ask('login');
    const answer = authenticator.answer(question);
    const both = await Promise.all([kit.finish(answer, binding), kit.finish(answer, binding)]);
    expect(both.map(({ code }) => code === 1).toSorted()).toEqual([false, true]);
    expect(await kit.finish(answer, binding)).toMatchObject({ error: 'passkey.refused' });
  });

  it('is of the browser that asked', async () => {
    const { question } = await kit.ask('login');
    const { binding } = await kit.ask('login');
    expect(await kit.finish(authenticator.answer(question), binding)).toMatchObject({
      error: 'passkey.refused',
    });
  });

  it('is too late after two minutes', async () => {
    const { question, binding } = await kit.ask('login');
    server.current.passTime(CHALLENGE_MS + SECOND_MS);
    expect(await kit.finish(authenticator.answer(question), binding)).toMatchObject({
      error: 'passkey.refused',
    });
  });

  it('with what was asked for something else is refused, and so is the other way', async () => {
    const { data } = await kit.call<PasskeyQuestion>('POST', '/account/passkeys/prove', person.token);
    const { binding, question: factor } = await kit.ask('factor');
    for (const question of [data, factor]) {
      expect(await kit.finish(authenticator.answer(question), binding)).toMatchObject({
        error: 'passkey.refused',
      });
    }
    const login = await kit.ask('login');
    const passkey = { answer: authenticator.answer(login.question), binding: login.binding };
    const body = { username: person.username, password: USER_PASSWORD, passkey };
    expect(await kit.call('POST', '/login', '', body)).toMatchObject({ error: 'passkey.refused' });
    const again = authenticator.answer((await kit.ask('login')).question);
    expect(await kit.call('POST', '/account/recent-proof', person.token, { passkey: again })).toMatchObject({
      error: 'passkey.refused',
    });
  });

  it('writes refused ones into the log, without a word about whose', async () => {
    const { question, binding } = await kit.ask('login');
    await kit.finish(authenticator.answer(question, { key: stranger }), binding);
    const row = await server.current.db
      .selectFrom('login_log')
      .select(['username', 'reason', 'state'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row).toEqual({ username: '', reason: 'passkey.refused', state: '0' });
  });
});

describe('a proof', () => {
  it('is of the login that asked', async () => {
    const other = await server.current.loginAs({});
    const { passkey } = await kit.proof(other.token, authenticator);
    const answer = await kit.call('POST', '/account/recent-proof', person.token, { passkey });
    expect(answer.error).toBe('passkey.refused');
  });
});

describe('making one', () => {
  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['another place', { rpId: 'evil.test' }],
    ['a person whom nobody verified', { isVerified: false }],
    ['the use of one', { type: 'webauthn.get' }],
  ])('with %s is refused', async (_what, lie) => {
    const { token } = await server.current.loginAs({});
    const made = kit.authenticator().make(await kit.creation(token), lie);
    const answer = await kit.call('POST', '/account/passkeys', token, { name: 'a', made });
    expect(answer.error).toBe('passkey.unusable');
  });

  it('is of the login that asked, and once', async () => {
    const [one, two] = [await server.current.loginAs({}), await server.current.loginAs({})];
    const made = kit.authenticator().make(await kit.creation(one.token));
    const add = (token: string) => kit.call('POST', '/account/passkeys', token, { name: 'a', made });
    expect((await add(two.token)).error).toBe('passkey.lapsed');
    expect((await add(one.token)).error).toBe('passkey.lapsed');
  });
});

describe('a counter that goes back', () => {
  it('is refused from then on, told to its person and in charge, and on record', async () => {
    const owner = await server.current.loginAs({});
    const own = await kit.add(owner.token);
    expect((await kit.signIn(own.authenticator)).code).toBe(1);
    own.authenticator.counter -= 1;
    expect(await kit.signIn(own.authenticator)).toMatchObject({ error: 'passkey.copied' });
    own.authenticator.counter += 10;
    expect(await kit.signIn(own.authenticator)).toMatchObject({ error: 'passkey.copied' });
    expect((await kit.list(owner.token)).passkeys[0]).toMatchObject({ isCopied: true });
    const { id } = own.data.passkey;
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'result'])
      .where('object_id', '=', id)
      .where('action', '=', 'account.passkey-copied')
      .execute();
    expect(entries.map(({ result }) => result)).toEqual(['failure', 'failure']);
    expect(await server.current.services.passkeys.watch().check()).toMatchObject([
      { wording: 'passkey-copied', params: { name: own.data.passkey.name, username: owner.username } },
    ]);
  });

  it('is nothing where the authenticator never counts', async () => {
    const owner = await server.current.loginAs({});
    const quiet = kit.authenticator();
    quiet.counts = false;
    await kit.add(owner.token, quiet);
    expect((await kit.signIn(quiet)).code).toBe(1);
    expect((await kit.signIn(quiet)).code).toBe(1);
  });
});

describe('the place', () => {
  it.each([
    [[], 'no_address'],
    [['https://192.0.2.7:8443'], 'numeric_address'],
    [['https://[2001:db8::1]'], 'numeric_address'],
    [['http://gate.example'], 'plain_http'],
    [['http://localhost:8088'], { rpId: 'localhost', origin: 'http://localhost:8088' }],
    [['https://gate.example:8443'], { rpId: 'gate.example', origin: 'https://gate.example:8443' }],
  ])('of %j is %j', (publicUrls, place) => {
    expect(relyingPartyAt({ publicUrls, origin: undefined })).toEqual(place);
  });

  it('is the one of the page that asks, if that is ours, and never another', () => {
    const publicUrls = [ORIGIN, 'https://other.example'];
    expect(relyingPartyAt({ publicUrls, origin: 'https://other.example' })).toMatchObject({
      rpId: 'other.example',
    });
    expect(relyingPartyAt({ publicUrls, origin: 'https://evil.test' })).toMatchObject({
      rpId: 'gate.example',
    });
  });
});
