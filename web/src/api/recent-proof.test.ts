import { proveAgain } from '@jadegate/contract/identity/account';
import { createUser } from '@jadegate/contract/identity/user';
import { importUsers } from '@jadegate/contract/identity/user-import';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { refuse, stubApi } from '../test/api-stub.ts';
import { call } from './call.ts';
import { setSurroundings } from './surroundings.ts';

const notify = vi.fn<(message: string) => void>();
const prove = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  notify.mockReset();
  prove.mockReset();
  setSurroundings({ language: () => 'en', sentence: String, notify, navigate: () => {}, prove });
});

const EMPTY = { created: 0, skipped: 0, oneTime: [] };
const needed = () => refuse('auth.recent_proof_needed', 'prove it');
const textOf = async (form: FormData | undefined) => (form?.get('file') as Blob | undefined)?.text();
const upload = (text: string) => call(importUsers, { file: new Blob([text]) });

it('makes the very call again once the proof was given, with its file', async () => {
  let isProven = false;
  prove.mockImplementation(async () => (isProven = true));
  const api = stubApi().on(importUsers, () => (isProven ? EMPTY : needed()));
  await upload('username\nming');
  const sent = await Promise.all(api.callsTo(importUsers).map(({ form }) => textOf(form)));
  expect(sent).toEqual(['username\nming', 'username\nming']);
  expect(prove).toHaveBeenCalledOnce();
});

it('rejects with the refusal when the person would not, and makes no second call', async () => {
  prove.mockResolvedValue(false);
  const api = stubApi().on(importUsers, needed);
  await expect(upload('a')).rejects.toMatchObject({ error: 'auth.recent_proof_needed', message: 'prove it' });
  expect(api.callsTo(importUsers)).toHaveLength(1);
  expect(notify).not.toHaveBeenCalled();
});

it('asks once for calls that are refused together, and for one whose refusal comes after the proof', async () => {
  let giveProof = () => {};
  let allowTraversal = () => {};
  const late = new Promise<void>((resolve) => (allowTraversal = resolve));
  let isProven = false;
  prove.mockImplementation(() => new Promise((resolve) => (giveProof = () => resolve((isProven = true)))));
  const api = stubApi().on(importUsers, async ({ form }) => {
    const refusal = isProven ? EMPTY : needed();
    if ((await textOf(form)) === 'late') {
      await late;
    }
    return refusal;
  });
  const calls = [upload('one'), upload('two'), upload('late')];
  await waitFor(() => expect(prove).toHaveBeenCalled());
  giveProof();
  await Promise.all(calls.slice(0, 2));
  allowTraversal();
  await calls[2];
  expect(prove).toHaveBeenCalledOnce();
  expect(api.callsTo(importUsers)).toHaveLength(6);
});

it('does not ask without end where the proof does not help', async () => {
  prove.mockResolvedValue(true);
  const api = stubApi().on(importUsers, needed);
  await expect(upload('a')).rejects.toMatchObject({ error: 'auth.recent_proof_needed' });
  expect(api.callsTo(importUsers)).toHaveLength(2);
  expect(prove).toHaveBeenCalledOnce();
});

it('leaves other refusals as they are', async () => {
  stubApi()
    .on(createUser, () => refuse('reach.through_account'))
    .on(proveAgain, () => refuse('auth.reauthentication_failed'));
  await expect(call(proveAgain, { body: { password: 'x' } })).rejects.toMatchObject({
    error: 'auth.reauthentication_failed',
  });
  expect(prove).not.toHaveBeenCalled();
});
