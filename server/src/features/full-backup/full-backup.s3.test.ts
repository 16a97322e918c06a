// A whole backup of an installation that keeps its files in S3, to another folder of S3.
import { afterAll, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { putStream } from '../../storage/put-stream.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
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
