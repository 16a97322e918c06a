// An S3 that is away or refuses the key: told in a sentence, nothing lost, nothing half. A full disk is in `disk-space`.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';

import type { Storage, VisibleStorage } from '@jadegate/contract/files/storage';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { afterEach, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { createBucket } from '../support/bucket.ts';
import { Cable } from '../support/cable.ts';
import type { Answer } from '../support/client.ts';
import { SessionBed } from '../support/session-bed.ts';

const MEGABYTE = 1024 * 1024;

let bed: SessionBed;
let cable: Cable | undefined;

afterEach(async () => {
  await bed.product.stop();
  await cable?.remove();
  rmSync(bed.product.dataDir, { recursive: true, force: true });
  cable = undefined;
});

const own = async () => (await bed.admin.call<VisibleStorage>('GET', '/account/storage')).data;

async function upload(space: string, name: string, body: Buffer): Promise<Answer<unknown>> {
  const query = new URLSearchParams({ dir: '/', name, size: String(body.length) });
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `/storages/${space}/upload?${query.toString()}`;
  const response = await bed.fetch(path, { method: 'POST', headers, body: new Uint8Array(body) });
  return (await response.json()) as Answer<unknown>;
}

async function names(space: string): Promise<string[]> {
  const entries = await bed.make<{ name: string }[]>(`/storages/${space}/ls`, { dir: '/' });
  return entries.map(({ name }) => name);
}

const refused = (error: keyof typeof ERROR_WORDS) => ({
  error,
  message: ERROR_WORDS[error]['zh-TW'],
});

it('an S3 that goes away or refuses the key is told, and everything is there when it is back', async () => {
  const env = await createBucket();
  cable = await Cable.to(Number(new URL(hosts.s3.url).port));
  bed = await SessionBed.start({ env: { ...env, S3_ENDPOINT: cable.url } });
  const { id } = await own();
  const kept = randomBytes(MEGABYTE);
  expect(await upload(id, 'kept.bin', kept)).toMatchObject({ code: 1 });
  const space = await bed.make<Storage>('/storages', { name: 'doomed', isShare: false, limitSize: -1 });

  const held = cable.holdAfter(12 * MEGABYTE);
  const half = upload(id, 'half.bin', randomBytes(40 * MEGABYTE));
  await held;
  cable.cut();
  expect(await half).toMatchObject(refused('storage.away'));
  expect(await bed.admin.call('POST', `/storages/${id}/ls`, { dir: '/' })).toMatchObject(
    refused('storage.away'),
  );
  expect(await bed.admin.call('DELETE', `/storages/${space.id}?name=doomed`)).toMatchObject(
    refused('storage.away'),
  );
  cable.mend();
  expect(await names(id)).toEqual(['kept.bin']);
  expect((await own()).usedSize).toBe(MEGABYTE);
  expect(await names(space.id)).toEqual([]);

  await bed.product.stop();
  await bed.restart({ env: { ...env, S3_SECRET_ACCESS_KEY: 'wrong' } });
  expect(await upload(id, 'other.bin', kept)).toMatchObject(refused('storage.key_refused'));
  expect((await own()).usedSize).toBe(MEGABYTE);
  await bed.product.stop();
  await bed.restart({ env });
  const given = await bed.fetch(`/storages/${id}/download?file=/kept.bin`);
  expect(Buffer.from(await given.arrayBuffer()).equals(kept)).toBe(true);
  expect(await upload(id, 'other.bin', kept)).toMatchObject({ code: 1 });
  expect((await own()).usedSize).toBe(2 * MEGABYTE);
});
