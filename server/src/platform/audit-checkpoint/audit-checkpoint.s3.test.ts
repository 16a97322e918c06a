import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { openBucket, type S3Bucket } from '../../storage/s3/s3-bucket.ts';
import { S3_TEST_OPTIONS } from '../../testing/s3-bucket.ts';
import { TestServer } from '../../testing/test-server.ts';

/** The objects stay until their time; the bucket goes when the test hosts do. */
const lock = {
  s3: { ...S3_TEST_OPTIONS, bucket: `lock-${randomBytes(8).toString('hex')}` },
  days: 1 / 1440,
};
let bucket: S3Bucket;
let server: TestServer;
beforeAll(async () => {
  bucket = await openBucket(lock.s3);
  server = await TestServer.start({ lock });
});
afterAll(async () => {
  await server.stop();
  bucket.client.destroy();
});

it('checkpoints go where nobody can change them; while that place is away they wait, and it is told', async () => {
  const { auditCheckpoints, signing } = server.services;
  const states = async () => (await auditCheckpoints.list(10)).map(({ locked }) => locked);
  await auditCheckpoints.make('start');
  await expect(auditCheckpoints.look()).rejects.toThrow(/./);
  expect(await states()).toEqual(['waiting']);
  expect(await auditCheckpoints.conditions()).toEqual([]);
  server.passTime(HOUR_MS);
  expect(await auditCheckpoints.conditions()).toMatchObject([
    { wording: 'checkpoints-waiting', params: { bucket: lock.s3.bucket } },
  ]);

  const { s3, client } = bucket;
  await client.send(new s3.CreateBucketCommand({ Bucket: lock.s3.bucket, ObjectLockEnabledForBucket: true }));
  await auditCheckpoints.look();
  expect(await states()).toEqual(['kept', 'kept']);
  expect(await auditCheckpoints.conditions()).toEqual([]);
  const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ Bucket: lock.s3.bucket }));
  expect(Contents).toHaveLength(2);
  const isSigned = await signing.verifier();
  for (const { Key } of Contents) {
    const { Body, ObjectLockMode } = await client.send(
      new s3.GetObjectCommand({ Bucket: lock.s3.bucket, Key }),
    );
    const signed = JSON.parse((await Body?.transformToString()) ?? '') as Parameters<typeof isSigned>[1];
    expect(isSigned('audit', signed)).toBe(true);
    expect(ObjectLockMode).toBe('COMPLIANCE');
  }
});
