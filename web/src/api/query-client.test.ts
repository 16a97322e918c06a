import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts';
import { setSurroundings } from './surroundings.ts';

const notify = vi.fn<(message: string) => void>();

beforeEach(() => {
  notify.mockReset();
  setSurroundings({
    language: () => 'zh-TW',
    sentence: String,
    notify,
    navigate: () => {},
    prove: async () => false,
  });
});

const network = new ApiError({ code: 0, error: 'network', message: '網路異常' });
const business = new ApiError({ code: -1, error: 'credential.in_use', message: '憑證仍在使用' });
const form = new ApiError({
  code: 400,
  error: 'validation',
  message: '輸入的資料有誤',
  fields: [{ path: 'name', rule: 'required', message: '此欄位為必填' }],
});

async function mutate(error: ApiError, errors?: 'fields' | 'caller'): Promise<void> {
  const client = createQueryClient();
  const mutationFn = async (): Promise<never> => {
    throw error;
  };
  const mutation = client
    .getMutationCache()
    .build(client, { mutationFn, ...(errors && { meta: { errors } }) });
  await expect(mutation.execute(undefined)).rejects.toBe(error);
}

describe('retries', () => {
  it('tries what may pass three more times', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, network))).toEqual([true, true, true, false]);
  });

  it('does not repeat a call the server refused', () => {
    expect(shouldRetry(0, business)).toBe(false);
    expect(shouldRetry(0, form)).toBe(false);
  });

  it('waits twice as long each time, at most 30 seconds', () => {
    expect([0, 1, 2, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  });

  it('keeps what was read for five minutes', () => {
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000);
  });
});

describe('who shows a failure', () => {
  it('shows a toast with the sentence of the answer', async () => {
    await mutate(business);
    expect(notify).toHaveBeenCalledExactlyOnceWith('憑證仍在使用');
  });

  it('shows the toast of a failed read once, after the retries', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(network));
    await client
      .query({ queryKey: ['x'], queryFn, retry: shouldRetry, retryDelay: 0 })
      .catch(() => undefined);
    expect(queryFn).toHaveBeenCalledTimes(4);
    expect(notify).toHaveBeenCalledExactlyOnceWith('網路異常');
  });

  it('leaves refused fields to a form that shows them, and shows the rest', async () => {
    await mutate(form, 'fields');
    expect(notify).not.toHaveBeenCalled();
    await mutate(business, 'fields');
    expect(notify).toHaveBeenCalledOnce();
  });

  it('says nothing when the page shows everything itself', async () => {
    await mutate(business, 'caller');
    expect(notify).not.toHaveBeenCalled();
  });

  it.each([
    ['login.totp_required', 100],
    ['auth.required', 401],
    ['auth.forbidden', 403],
  ] as const)('shows no toast for %s: it is no failure, or leads to another page', async (error, code) => {
    await mutate(new ApiError({ code, error, message: 'x' }));
    expect(notify).not.toHaveBeenCalled();
  });
});
