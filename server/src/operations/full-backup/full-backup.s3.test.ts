// A whole backup of an installation that keeps its files in S3, to another folder of S3.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { putStream } from '../../storage/put-stream.ts';
import { openBucket } from '../../storage/s3/s3-bucket.ts';
import { S3Store } from '../../storage/s3/s3-store.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { openTarget } from './backup-target.ts';
import { FullBackupReader } from './full-backup-reader.ts';

let bucket: Awaited<ReturnType<typeof openTestBucket>>;
const server = useTestServer(async () => {
  bucket = await openTestBucket();
  return { s3: bucket.options };
});
afterAll(() => bucket.remove());

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

it('is written to a bucket, never over another or into what is in use, and read back', async () => {
  const { fullBackups, storage } = server.current.services;
  await putStream(storage.spaces, '/space-1/file.txt', bytesOf('in S3'));
  const name = `s3://${bucket.options.bucket}/backups/one`;
  expect((await fullBackups.create(SYSTEM_CALLER, name)).manifest).toMatchObject({ files: 1, isInS3: true });
  for (const taken of [name, `s3://${bucket.options.bucket}/spaces/x`]) {
    await expect(fullBackups.create(SYSTEM_CALLER, taken)).rejects.toMatchObject({
      code: 'full_backup.target_taken',
    });
  }
  await expect(fullBackups.create(SYSTEM_CALLER, 's3://there-is-none/x')).rejects.toMatchObject({
    code: 'full_backup.target_away',
  });
  const target = await openTarget(name, bucket.options);
  const found = await new FullBackupReader(target).rehearse(server.current.dataDir, undefined);
  expect(found).toMatchObject({ files: 1, absent: [], changed: [], database: { isWhole: true } });
  await target.close();
});

it('has what is on the disk from before, and is never restored over what is in use', async () => {
  const { fullBackups } = server.current.services;
  const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-whole-'));
  const empty = await openTestBucket();
  const fresh = server.current.database.databaseUrl === undefined ? undefined : await createTestDatabase();
  const databaseUrl = fresh?.databaseUrl;
  for (const [tree, name] of [
    ['spaces', 'before.txt'],
    ['archive', '1.jsonl'],
  ] as const) {
    mkdirSync(path.join(server.current.dataDir, tree, 'old'), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(server.current.dataDir, tree, 'old', name), `on the disk: ${tree}`);
  }
  const name = path.join(folder, 'backup');
  expect((await fullBackups.create(SYSTEM_CALLER, name)).manifest).toMatchObject({ files: 3 });
  const target = await openTarget(name, undefined);
  const reader = new FullBackupReader(target);
  const into = path.join(folder, 'restored');
  const taken = `s3://${bucket.options.bucket}/spaces/`;
  await expect(reader.restore(into, { databaseUrl, s3: bucket.options })).rejects.toMatchObject({
    code: 'full_backup.into_taken',
    params: { target: taken },
  });
  await reader.restore(into, { databaseUrl, s3: empty.options });
  expect(readFileSync(path.join(into, 'spaces', 'old', 'before.txt'), 'utf8')).toBe('on the disk: spaces');
  expect(readFileSync(path.join(into, 'archive', 'old', '1.jsonl'), 'utf8')).toBe('on the disk: archive');
  const restored = new S3Store(await openBucket(empty.options), 'spaces/');
  expect(await restored.stat('/space-1/file.txt')).toMatchObject({ size: 5 });
  await target.close();
  await empty.remove();
  await fresh?.remove();
  rmSync(folder, { recursive: true });
});
