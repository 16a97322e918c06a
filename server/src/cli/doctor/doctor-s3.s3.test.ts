import { expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { listObjects } from '../../storage/s3/s3-list.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
import { checkS3 } from './store-checks.ts';

it('the doctor writes, reads and deletes an object, compares the clock, and names no key', async () => {
  const { bucket, options, remove } = await openTestBucket();
  try {
    expect(await checkS3({ s3: options })).toMatchObject([
      { state: 'ok', what: expect.stringContaining(options.bucket) },
      { state: 'ok', what: expect.stringContaining('the clock of S3') },
    ]);
    for await (const { key } of listObjects(bucket, '')) {
      expect.unreachable(`${key} was left`);
    }
    const wrong = { ...options, secretAccessKey: new Secret('open-sesame') };
    const refused = await checkS3({ s3: wrong });
    expect(refused).toMatchObject([{ state: 'problem', remedy: expect.stringContaining('S3_ settings') }]);
    expect(JSON.stringify(refused)).not.toContain('sesame');
  } finally {
    await remove();
  }
});

it('the doctor says whether a bucket locks what is put there, and leaves nothing in it', async () => {
  const { bucket, options, remove } = await openTestBucket();
  const { s3, client } = bucket;
  const locking = { ...options, bucket: `${options.bucket}-lock` };
  try {
    const states = async (s3Options: typeof options) =>
      (await checkS3({ lock: { s3: s3Options, days: 1 } })).map(({ state }) => state);
    // The first says that S3 itself is not set.
    expect(await states(options)).toEqual(['ok', 'problem']);
    expect(await states(locking)).toEqual(['ok', 'problem']);
    await client.send(
      new s3.CreateBucketCommand({ Bucket: locking.bucket, ObjectLockEnabledForBucket: true }),
    );
    expect(await states(locking)).toEqual(['ok', 'ok']);
    // Only an empty one can be removed.
    await client.send(new s3.DeleteBucketCommand({ Bucket: locking.bucket }));
  } finally {
    await remove();
  }
});
