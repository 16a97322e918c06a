import type { OwnFactorWindow } from '@jadegate/contract/identity/factor-window';
import { afterEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { enrol } from '../../testing/enrol.ts';
import { aPublicKey } from '../../testing/public-keys.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let places = 0;

const set = async (window: 'never' | '1h' | '8h') => {
  const call = { token: await server.current.login(), body: { 'second-factor-window': window } };
  expect((await server.current.call('PUT', '/properties', call)).message).toBe('success');
};
afterEach(() => set('never'));

/** Somebody with a second factor, at a place of their own. */
async function person() {
  const { username, token } = await server.current.loginAs({});
  const { code } = await enrol(server.current, token);
  const address = `127.92.0.${++places}`;
  const signIn = (more: { totp?: string; from?: string } = {}) => {
    const { totp, from = address } = more;
    const body = { username, password: USER_PASSWORD, ...(totp !== undefined && { totp }) };
    return server.current.call<{ token: string }>('POST', '/login', { address: from, body });
  };
  return { username, token, code, address, signIn };
}
const ASKED = { error: 'login.totp_required' };
const IN = { code: 1 };
const windowsOf = async (token: string) =>
  (await server.current.call<OwnFactorWindow[]>('GET', '/account/factor-windows', { token })).data;

describe('a second factor that was proven', () => {
  it('counts for one login unless the setting says otherwise', async () => {
    const { token, code, signIn } = await person();
    expect(await signIn({ totp: code() })).toMatchObject(IN);
    expect(await signIn()).toMatchObject(ASKED);
    expect(await windowsOf(token)).toEqual([]);
  });

  it('counts again from the same address for as long as the setting says, and no longer', async () => {
    await set('1h');
    const { code, signIn } = await person();
    expect(await signIn({ totp: '000000' })).toMatchObject({ error: 'login.totp_wrong' });
    expect(await signIn()).toMatchObject(ASKED);
    expect(await signIn({ totp: code() })).toMatchObject(IN);
    expect(await signIn()).toMatchObject(IN);
    expect(await signIn({ from: '127.92.1.1' })).toMatchObject(ASKED);
    // What is given is judged all the same.
    expect(await signIn({ totp: '000000' })).toMatchObject({ error: 'login.totp_wrong' });
    server.current.passTime(HOUR_MS);
    expect(await signIn()).toMatchObject(ASKED);
    await set('8h');
    expect(await signIn()).toMatchObject(IN);
    await set('never');
    expect(await signIn()).toMatchObject(ASKED);
  });

  it('counts beside the same proof only: not with a key after the password, and the same at the SSH door', async () => {
    await set('1h');
    const { username, token, code, address, signIn } = await person();
    const { text, blob } = aPublicKey();
    const body = { name: 'laptop', publicKey: text, password: USER_PASSWORD };
    await server.current.call('POST', '/account/ssh-keys', { token, body });
    const { sshKeys, logins } = server.current.services;
    const caller = { address, userAgent: 'SSH-2.0-test', language: 'en', requestId: '' } as const;
    const keyId = (await sshKeys.findOffered(caller, username, blob))?.id ?? '';
    const atDoor = (totp?: string, kind: 'key' | 'password' = 'key') => {
      const proof =
        kind === 'key' ? ({ kind, keyId } as const) : ({ kind, password: USER_PASSWORD } as const);
      return logins.signIn(caller, { username, door: 'ssh', proof, totp });
    };
    expect(await signIn({ totp: code() })).toMatchObject(IN);
    await expect(atDoor()).rejects.toMatchObject({ code: 'login.totp_required' });
    await expect(atDoor(undefined, 'password')).resolves.toMatchObject({ user: { username } });
    await atDoor(code());
    await expect(atDoor()).resolves.toMatchObject({ user: { username } });
    expect((await windowsOf(token)).map(({ keyName }) => keyName).toSorted()).toEqual(['laptop', null]);
  });

  it('is shown to its person, who ends it; nobody else’s id finds it', async () => {
    await set('8h');
    const { token, code, address, signIn } = await person();
    const stranger = await server.current.loginAs({});
    await signIn({ totp: code() });
    const [window] = await windowsOf(token);
    expect(window).toMatchObject({ address, keyName: null });
    const end = (as: string) =>
      server.current.call('DELETE', `/account/factor-windows/${window?.id}`, { token: as });
    expect(await end(stranger.token)).toMatchObject({ error: 'factor_window.not_found' });
    expect(await signIn()).toMatchObject(IN);
    expect(await end(token)).toMatchObject(IN);
    expect(await signIn()).toMatchObject(ASKED);
  });

  it('ends with all other logins', async () => {
    await set('8h');
    const { token, code, signIn } = await person();
    await signIn({ totp: code() });
    await server.current.call('POST', '/account/logins/end-others', { token });
    expect(await signIn()).toMatchObject(ASKED);
  });
});
