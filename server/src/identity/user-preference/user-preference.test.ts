import type { AccountInfo } from '@jadegate/contract/identity/account';
import type { UserPreferences } from '@jadegate/contract/identity/user-preference';
import { describe, expect, it } from 'vitest';

import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const PATH = '/account/preferences';
const read = async (token: string) =>
  (await server.current.call<UserPreferences>('GET', PATH, { token })).data;
const save = (token: string, body: unknown) =>
  server.current.call<UserPreferences>('PUT', PATH, { token, body });

describe('what people choose for themselves', () => {
  it('is kept with the account, and what is not named stays', async () => {
    const { token } = await server.current.loginAs({ type: 'user' });
    expect(await read(token)).toEqual({});
    await save(token, { language: 'en', terminal: { scheme: 'paper', fontSize: 18 } });
    await save(token, { theme: 'dark' });
    const all = { language: 'en', theme: 'dark', terminal: { scheme: 'paper', fontSize: 18 } };
    expect(await read(token)).toEqual(all);
    const { data } = await server.current.call<AccountInfo>('GET', '/account/info', { token });
    expect(data.preferences).toEqual(all);
    await save(token, { terminal: {}, panel: { open: 'files', width: 500 } });
    const panel = { open: 'files', width: 500 };
    expect(await read(token)).toEqual({ language: 'en', theme: 'dark', terminal: {}, panel });
  });

  it('is nobody else’s', async () => {
    const [one, other] = [await server.current.loginAs({}), await server.current.loginAs({})];
    await save(one.token, { language: 'en' });
    expect(await read(other.token)).toEqual({});
    expect((await server.current.call('GET', PATH)).error).toBe('auth.required');
    expect((await server.current.call('PUT', PATH, { body: { language: 'en' } })).error).toBe(
      'auth.required',
    );
  });

  it.each([
    { language: 'fr' },
    { theme: 'pink' },
    { terminal: { scheme: 'none' } },
    { terminal: { fontSize: 1000 } },
    { terminal: { scrollback: 10_000_000 } },
    { terminal: { font: 'x'.repeat(10_000) } },
    { panel: { open: 'window' } },
    { panel: { width: 20 } },
    { other: 'x'.repeat(10_000) },
  ])('takes nothing that is not a choice: %j', async (body) => {
    const { token } = await server.current.loginAs({});
    expect((await save(token, body)).error).toBe('validation');
    expect(await read(token)).toEqual({});
  });

  it('leaves out what another version stored and this one does not know', async () => {
    const { token, id } = await server.current.loginAs({});
    const value = JSON.stringify({ language: 'fr', theme: 'dark', terminal: { scheme: 'gone' }, more: 1 });
    await server.current.db
      .insertInto('user_preference')
      .values({ user_id: id, value, updated_at: 1 })
      .execute();
    expect(await read(token)).toEqual({ theme: 'dark' });
  });
});
