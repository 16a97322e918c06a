import { previewUserImport } from '@jadegate/contract/identity/user-import';
import { exportBackup, previewBackup } from '@jadegate/contract/operations/backup';
import { beforeEach, expect, it } from 'vitest';

import { refuse, stubApi } from '../test/api-stub.ts';
import { ApiError } from './api-error.ts';
import { call, callForFile } from './call.ts';
import { setSurroundings } from './surroundings.ts';

beforeEach(() => {
  setSurroundings({
    language: () => 'en',
    sentence: (failure) => failure,
    notify: () => undefined,
    navigate: () => undefined,
    prove: async () => false,
  });
});

const EMPTY = { columns: [], counts: { new: 0, exists: 0, duplicate: 0, invalid: 0 }, rows: [] };

it('sends a file as a form whose texts come first, without naming a content type of its own', async () => {
  const api = stubApi().on(previewBackup, () => refuse('backup.damaged'));
  const file = new Blob(['bytes']);
  await expect(call(previewBackup, { file, body: { passphrase: 'p' } })).rejects.toBeInstanceOf(ApiError);
  const [made] = api.callsTo(previewBackup);
  expect([...(made?.form?.keys() ?? [])]).toEqual(['passphrase', 'file']);
  expect(made?.form?.get('passphrase')).toBe('p');
  // The browser adds it with the boundary of the form.
  expect(made?.headers.has('Content-Type')).toBe(false);
});

it('sends a file alone', async () => {
  const api = stubApi().on(previewUserImport, () => EMPTY);
  await call(previewUserImport, { file: new Blob(['username']) });
  expect([...(api.callsTo(previewUserImport)[0]?.form?.keys() ?? [])]).toEqual(['file']);
});

const body = { passphrase: 'a long passphrase', password: 'p' };

it('answers a file that came for a question with a body, and its name', async () => {
  const headers = { 'content-disposition': 'attachment; filename="a.jgb"; filename*=UTF-8\'\'a.jgb' };
  const api = stubApi().on(exportBackup, () => new Response('secret bytes', { headers }));
  const { name, content } = await callForFile(exportBackup, { body });
  expect([name, await content.text()]).toEqual(['a.jgb', 'secret bytes']);
  expect(api.callsTo(exportBackup)[0]?.url).toBe('/backup/export');
});

it('throws the refusal that came instead of a file', async () => {
  stubApi().on(exportBackup, () => refuse('auth.reauthentication_failed', 'wrong'));
  await expect(callForFile(exportBackup, { body })).rejects.toMatchObject({
    error: 'auth.reauthentication_failed',
    message: 'wrong',
  });
});
