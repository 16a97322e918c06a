import type { OwnLogin } from '@jadegate/contract/identity/own-login';
import { describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

const list = async (token: string) =>
  (await server.current.call<OwnLogin[]>('GET', '/account/logins', { token })).data;
const end = (token: string, id: string) => server.current.call('DELETE', `/account/logins/${id}`, { token });
const isLive = async (token: string) =>
  (await server.current.call('GET', '/account/info', { token })).code === 1;

async function twice() {
  const person = await server.current.loginAs({});
  return { ...person, other: await server.current.login(person.username, USER_PASSWORD) };
}

describe('own logins', () => {
  it('are listed with this one first, and give no token away', async () => {
    // Somebody else's are not among them.
    await server.current.loginAs({});
    const { token, other } = await twice();
    const logins = await list(token);
    expect(logins.map(({ current }) => current)).toEqual([true, false]);
    expect((await list(other))[0]?.id).toBe(logins[1]?.id);
    for (const { id } of logins) {
      expect(await isLive(id)).toBe(false);
    }
    expect(JSON.stringify(logins)).not.toContain(token);
  });

  it('tell when each was last used, to the minute', async () => {
    const { token, other } = await twice();
    server.current.passTime(10 * MINUTE_MS);
    await isLive(other);
    const [mine, theirs] = await list(token);
    expect(mine && theirs && mine.lastSeen >= theirs.lastSeen).toBe(true);
    expect(theirs && theirs.lastSeen > theirs.created).toBe(true);
  });

  it('tell when each ends at the latest, and never a later end than that', async () => {
    const { token } = await server.current.loginAs({});
    for (let hours = 0; hours < 23; hours++) {
      server.current.passTime(HOUR_MS);
      await isLive(token);
    }
    const [mine] = await list(token);
    expect(mine).toMatchObject({ current: true, remembered: false });
    // Its last use was just now, so its end is the last one of all, an hour away.
    expect(mine?.expires).toBe(mine?.ends);
    expect(mine && Date.parse(mine.ends) - Date.parse(mine.created)).toBe(24 * HOUR_MS);
    expect(mine && Date.parse(mine.ends) - Date.parse(mine.lastSeen)).toBeLessThanOrEqual(
      HOUR_MS + 2 * MINUTE_MS,
    );
  });

  it('end one at a time, with their log entry, and only one’s own', async () => {
    const { id, token, other } = await twice();
    const theirs = (await list(token)).find(({ current }) => !current);
    const stranger = await server.current.loginAs({});
    expect(await end(stranger.token, theirs?.id ?? '')).toMatchObject({
      code: 404,
      error: 'login.not_found',
    });
    expect(await isLive(other)).toBe(true);
    expect(await end(token, theirs?.id ?? '')).toMatchObject({ code: 1, data: null });
    expect(await isLive(other)).toBe(false);
    expect(await isLive(token)).toBe(true);
    expect(await end(token, theirs?.id ?? '')).toMatchObject({ code: 404 });
    const entry = await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.action).toBe('account.login-ended');
  });

  it('end all at once but this', async () => {
    const { username, token, other } = await twice();
    const third = await server.current.login(username, USER_PASSWORD);
    const stranger = await server.current.loginAs({});
    expect(await server.current.call('POST', '/account/logins/end-others', { token })).toMatchObject({
      code: 1,
    });
    expect(await Promise.all([token, other, third, stranger.token].map(isLive))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
