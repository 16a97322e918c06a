// On both engines: what several processes count together.
import { describe, expect, it } from 'vitest';

import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { newToken } from '../../kernel/id.ts';
import { createLogger } from '../../kernel/logger.ts';
import { createServices } from '../../services.ts';
import { enrol } from '../../testing/enrol.ts';
import { ADMIN_PASSWORD, createTestDatabase } from '../../testing/test-database.ts';
import { USER_PASSWORD, useTestServer, type Answer } from '../../testing/test-server.ts';
import { ACCOUNT_RULE, ADDRESS_RULE, lockMs, SHARE_RULE, waitsOf } from './lockout.ts';

const server = useTestServer();

/** Attempts that are judged before the lock: the free ones, and the one that locks. */
const JUDGED = ACCOUNT_RULE.free + 1;
const AT_ONCE = 60;

let calls = 0;
/** From everywhere: what is looked at here is the account, not the address. */
const address = () => `127.66.${(++calls >> 8) & 255}.${calls & 255}`;

const attempt = (username: string, password: string, more: { totp?: string; address?: string } = {}) => {
  const { address: from = address(), ...fields } = more;
  return server.current.call<{ token: string }>('POST', '/login', {
    body: { username, password, ...fields },
    address: from,
  });
};

const atOnce = <Data>(one: (index: number) => Promise<Answer<Data>>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

/** How often each answer came. */
function tally(answers: readonly Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { error = 'success' } of answers) {
    counts[error] = (counts[error] ?? 0) + 1;
  }
  return counts;
}

async function enrolled() {
  const person = await server.current.loginAs({});
  return { ...person, ...(await enrol(server.current, person.token)) };
}

describe('the wait', () => {
  it('doubles from thirty seconds up to a quarter of an hour', () => {
    const waits = [4, 5, 6, 7, 20].map((failures) => lockMs(failures, ACCOUNT_RULE) / SECOND_MS);
    expect(waits).toEqual([0, 30, 60, 120, 900]);
    expect(lockMs(19, ADDRESS_RULE)).toBe(0);
    expect(lockMs(20, ADDRESS_RULE)).toBe(30 * SECOND_MS);
  });

  it('is listed step by step as far as it grows', () => {
    const { growing, longest } = waitsOf(ACCOUNT_RULE);
    expect(growing.map(({ failures, ms }) => [failures, ms / SECOND_MS])).toEqual([
      [5, 30],
      [6, 60],
      [7, 120],
      [8, 240],
      [9, 480],
    ]);
    expect(longest).toBe(15 * MINUTE_MS);
  });

  it('is what the database sets, for every failure, and never grows beyond its end', async () => {
    const { username } = await server.current.seedUser();
    for (let failures = 1; failures <= 12; failures++) {
      expect(await attempt(username, 'wrong')).toMatchObject({ error: 'login.failed' });
      const { failures: counted, locked_until } = await server.current.db
        .selectFrom('login_lock')
        .selectAll()
        .where('subject', '=', `account:${username}`)
        .executeTakeFirstOrThrow();
      const wait = locked_until === 0 ? 0 : locked_until - server.current.now();
      expect(counted).toBe(failures);
      // It began when the attempt did, a moment ago.
      expect(Math.abs(wait - lockMs(failures, ACCOUNT_RULE))).toBeLessThan(10 * SECOND_MS);
      server.current.passTime(Math.max(0, wait) + SECOND_MS);
    }
    expect((await attempt(username, USER_PASSWORD)).code).toBe(1);
  });
});

describe('attempts at once', () => {
  it('are judged no more often than attempts one by one, and the right one among them does not get in', async () => {
    const { username } = await server.current.seedUser();
    const answers = await atOnce((index) =>
      attempt(username, index === AT_ONCE - 1 ? USER_PASSWORD : `guess ${index}`),
    );
    expect(tally(answers)).toEqual({ 'login.failed': JUDGED, 'login.locked': AT_ONCE - JUDGED });
    expect(answers.at(-1)).toMatchObject({ code: 429, error: 'login.locked' });
  });

  it('that are all right all get in', async () => {
    const { username } = await server.current.seedUser();
    expect(tally(await atOnce(() => attempt(username, USER_PASSWORD), 20))).toEqual({ success: 20 });
  });

  it('count for an account that does not exist, too', async () => {
    const answers = await atOnce(() => attempt('nobody-at-all-there', 'guess'));
    expect(tally(answers)).toEqual({ 'login.failed': JUDGED, 'login.locked': AT_ONCE - JUDGED });
  });

  it('from one address are judged up to the limit of the address', async () => {
    const from = address();
    const answers = await atOnce((index) => attempt(`sprayed-${index}`, 'guess', { address: from }));
    const judged = ADDRESS_RULE.free + 1;
    expect(tally(answers)).toEqual({ 'login.failed': judged, 'login.locked': AT_ONCE - judged });
    // An account that was not judged because of the address was not counted either.
    const rows = await server.current.db
      .selectFrom('login_lock')
      .select('subject')
      .where('subject', 'like', 'account:sprayed-%')
      .execute();
    expect(rows).toHaveLength(judged);
  });

  it.each([
    ['one-time codes', (index: number) => String(100_000 + index)],
    ['recovery codes', (index: number) => `0000-0000-0000-${String(1000 + index)}`],
  ])('with %s are judged as seldom', async (_what, guess) => {
    const { username, code } = await enrolled();
    const right = code();
    const answers = await atOnce((index) =>
      attempt(username, USER_PASSWORD, { totp: index === AT_ONCE - 1 ? right : guess(index) }),
    );
    expect(tally(answers)).toEqual({ 'login.totp_wrong': JUDGED, 'login.locked': AT_ONCE - JUDGED });
  });

  it('are counted the same by two processes', async () => {
    const database = await createTestDatabase();
    const options = {
      ...database,
      firstAdmin: { username: 'admin', password: ADMIN_PASSWORD },
      logger: createLogger('silent', { write: () => undefined }),
    };
    const first = await createServices(options);
    const second = await createServices(options);
    try {
      const caller = (index: number) => ({
        address: `127.67.0.${index}`,
        userAgent: '',
        language: 'en' as const,
        requestId: '',
      });
      const proof = { kind: 'password', password: 'guess' } as const;
      const request = { username: 'admin', door: 'web', proof } as const;
      const codes = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          (index % 2 === 0 ? first : second).logins.signIn(caller(index), request).then(
            () => 'success',
            (error: unknown) => (error instanceof AppError ? error.code : error),
          ),
        ),
      );
      expect(codes.filter((code) => code === 'login.failed')).toHaveLength(JUDGED);
      expect(codes.filter((code) => code === 'login.locked')).toHaveLength(AT_ONCE - JUDGED);
    } finally {
      await first.close();
      await second.close();
      await database.remove();
    }
  });

  it('with tokens of shares are looked up to a limit, and a person who waits may try again', async () => {
    const { token } = await server.current.loginAs({});
    const guess = () =>
      server.current.call('POST', '/share-sessions', {
        token,
        body: { token: newToken() },
        address: address(),
      });
    const judged = SHARE_RULE.free + 1;
    expect(tally(await atOnce(guess))).toEqual({
      'share.not_found': judged,
      'login.locked': AT_ONCE - judged,
    });
    server.current.passTime(31 * SECOND_MS);
    expect(await guess()).toMatchObject({ error: 'share.not_found' });
  });
});

describe('what is given back', () => {
  it('is an attempt with the right password that lacks its code, and no failure before it', async () => {
    const { username, code } = await enrolled();
    const right = code();
    for (let failures = 0; failures < ACCOUNT_RULE.free; failures++) {
      expect(await attempt(username, USER_PASSWORD, { totp: '000000' })).toMatchObject({
        error: 'login.totp_wrong',
      });
    }
    // The next failure would lock: the right password alone neither locks nor opens anew.
    for (let more = 0; more < 3; more++) {
      expect(await attempt(username, USER_PASSWORD)).toMatchObject({ code: 100 });
    }
    expect(await attempt(username, USER_PASSWORD, { totp: '000000' })).toMatchObject({
      error: 'login.totp_wrong',
    });
    expect(await attempt(username, USER_PASSWORD, { totp: right })).toMatchObject({ code: 429 });
  });

  it('is an attempt at an account that is disabled, to who knows its password', async () => {
    const { username } = await server.current.seedUser({ status: 'disabled' });
    for (let more = 0; more < JUDGED + 2; more++) {
      expect(await attempt(username, USER_PASSWORD)).toMatchObject({ error: 'login.disabled' });
    }
  });

  it('is everything, by a success', async () => {
    const { username } = await server.current.seedUser();
    for (let failures = 0; failures < ACCOUNT_RULE.free; failures++) {
      await attempt(username, 'wrong');
    }
    expect((await attempt(username, USER_PASSWORD)).code).toBe(1);
    const left = await server.current.db
      .selectFrom('login_lock')
      .selectAll()
      .where('subject', '=', `account:${username}`)
      .execute();
    expect(left).toEqual([]);
  });
});
