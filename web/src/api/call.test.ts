import { deleteCredentials, getCredential, listCredentials } from '@jadegate/contract/access/credential';
import { changePassword, getAccountInfo, login, logout } from '@jadegate/contract/identity/account';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { NETWORK_DOWN, refuse, stubApi } from '../test/api-stub.ts';
import { anAccount } from '../test/builders.ts';
import { signIn } from '../test/render.tsx';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { readToken, readUser } from './storage.ts';
import { setSurroundings } from './surroundings.ts';

const navigate = vi.fn<(path: string) => void>();
const notify = vi.fn<(message: string) => void>();

beforeEach(() => {
  navigate.mockReset();
  notify.mockReset();
  setSurroundings({
    language: () => 'en',
    sentence: (failure, status) => `${failure} ${status ?? ''}`.trim(),
    notify,
    navigate,
    prove: async () => false,
  });
});

function json(body: unknown, status: number): Response {
  return new Response(JSON.stringify(body), { status });
}

async function failureOf(made: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await made.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) {
    throw new TypeError('expected an ApiError', { cause: error });
  }
  return error;
}

describe('what is sent', () => {
  it('answers the data of a successful envelope and sends the stored token and the chosen language', async () => {
    signIn(anAccount(), 'token-7');
    const api = stubApi().on(getAccountInfo, () => anAccount({ nickname: '小美' }));
    expect(await call(getAccountInfo)).toMatchObject({ nickname: '小美' });
    const [made] = api.callsTo(getAccountInfo);
    expect(made?.headers.get('X-Auth-Token')).toBe('token-7');
    expect(made?.headers.get('Accept-Language')).toBe('en');
  });

  it('sends no token header when nobody is signed in', async () => {
    const api = stubApi().on(logout, () => null);
    await call(logout);
    expect(api.callsTo(logout)[0]?.headers.has('X-Auth-Token')).toBe(false);
  });

  it('fills path parameters so that a value cannot leave its segment', async () => {
    const api = stubApi().on(deleteCredentials, () => null);
    await call(deleteCredentials, { params: { ids: '../users/1' } });
    expect(api.callsTo(deleteCredentials)[0]?.url).toBe('/credentials/..%2Fusers%2F1');
  });

  it('builds the query and leaves out what is not set', async () => {
    const api = stubApi().on(listCredentials, () => ({ total: 0, items: [] }));
    await call(listCredentials, { query: { pageIndex: 2, name: 'a b&c', type: undefined } });
    expect(api.callsTo(listCredentials)[0]?.url).toBe('/credentials/paging?pageIndex=2&name=a%20b%26c');
  });
});

describe('what goes wrong', () => {
  it('throws the code, error, sentence, fields and request id of a failed envelope', async () => {
    const fields = [{ path: 'newPassword', rule: 'string.min', message: '太短' }];
    stubApi().on(changePassword, () => refuse('validation', '輸入的資料有誤', { fields }));
    const body = { oldPassword: 'a', newPassword: 'longer-one' };
    const error = await failureOf(call(changePassword, { body }));
    expect(error).toMatchObject({
      code: 400,
      error: 'validation',
      message: '輸入的資料有誤',
      fields,
      requestId: 'req-1',
    });
    expect(navigate).not.toHaveBeenCalled();
  });

  it('clears the login and goes to the login page on body code 401, with the way back', async () => {
    signIn(anAccount());
    window.history.replaceState(null, '', '/credential?name=db');
    stubApi().on(getAccountInfo, () => refuse('auth.required'));
    expect(await failureOf(call(getAccountInfo))).toMatchObject({ code: 401 });
    expect(readToken()).toBeNull();
    expect(readUser()).toBeUndefined();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login?from=%2Fcredential%3Fname%3Ddb');
  });

  it('clears the login and goes to the login page on HTTP 401 without an envelope', async () => {
    signIn(anAccount());
    stubApi().on(getAccountInfo, () => new Response('no', { status: 401 }));
    await failureOf(call(getAccountInfo));
    expect(readToken()).toBeNull();
    expect(navigate).toHaveBeenCalledWith('/login');
  });

  it('keeps the login and asks for the missing step when a one-time password waits to be changed', async () => {
    signIn(anAccount());
    stubApi().on(getAccountInfo, () => refuse('auth.step_pending'));
    await failureOf(call(getAccountInfo));
    expect(readToken()).toBe('token-1');
    expect(readUser()).toMatchObject({ mustChangePassword: true, owedStep: 'change-password' });
    expect(navigate).toHaveBeenCalledWith('/login');
  });

  it('keeps the login and asks for the missing step when two-step verification must be set up', async () => {
    signIn(anAccount());
    stubApi().on(getAccountInfo, () => refuse('auth.enrolment_pending'));
    await failureOf(call(getAccountInfo));
    expect(readToken()).toBe('token-1');
    expect(readUser()).toMatchObject({ mustChangePassword: false, owedStep: 'enrol-totp' });
    expect(navigate).toHaveBeenCalledWith('/login');
  });

  it('goes to the denied page on body code 403 and keeps the login', async () => {
    signIn(anAccount());
    stubApi().on(getCredential, () => refuse('auth.forbidden'));
    await failureOf(call(getCredential, { params: { id: '1' } }));
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/permission-denied');
    expect(readToken()).toBe('token-1');
  });

  it('marks a network error as such', async () => {
    stubApi().on(getAccountInfo, () => NETWORK_DOWN);
    expect(await failureOf(call(getAccountInfo))).toMatchObject({
      code: 0,
      error: 'network',
      message: 'network',
    });
  });

  it('takes the sentence from the body of an HTTP error', async () => {
    stubApi().on(getAccountInfo, () => json({ message: '維護中' }, 503));
    expect(await failureOf(call(getAccountInfo))).toMatchObject({
      code: 503,
      error: 'http',
      message: '維護中',
    });
  });

  it('says the HTTP status when an error has no readable body', async () => {
    stubApi().on(getAccountInfo, () => new Response('<html>', { status: 502 }));
    expect(await failureOf(call(getAccountInfo))).toMatchObject({ code: 502, message: 'http 502' });
  });

  it('throws code 100 so that it cannot be taken for data', async () => {
    stubApi().on(login, () => refuse('login.totp_required'));
    const error = await failureOf(call(login, { body: { username: 'a', password: 'b' } }));
    expect(error.code).toBe(100);
  });

  it('refuses data of another shape than the contract says', async () => {
    stubApi().on(getAccountInfo, () => json({ code: 1, message: 'success', data: { id: 1 } }, 200));
    expect(await failureOf(call(getAccountInfo))).toMatchObject({ error: 'response' });
  });

  it('lets an abort through as it is', async () => {
    stubApi().on(getAccountInfo, () => anAccount());
    const signal = AbortSignal.abort(new Error('page left'));
    await expect(call(getAccountInfo, { signal })).rejects.toThrow('page left');
  });
});
