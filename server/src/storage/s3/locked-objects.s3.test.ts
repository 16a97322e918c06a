import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { S3_TEST_OPTIONS } from '../../testing/s3-bucket.ts';
import { LockedObjects } from './locked-objects.ts';
import { openBucket, type S3Bucket } from './s3-bucket.ts';

const name = `lock-${randomBytes(8).toString('hex')}`;
const options = { ...S3_TEST_OPTIONS, bucket: name };
let bucket: S3Bucket;
const locked = new LockedObjects({ s3: options, days: 1 });

beforeAll(async () => {
  bucket = await openBucket(options);
  const { s3, client } = bucket;
  await client.send(new s3.CreateBucketCommand({ Bucket: name, ObjectLockEnabledForBucket: true }));
});
afterAll(async () => {
  await locked.close();
  bucket.client.destroy();
});

it('a locked object can be read, and not be removed by whoever owns the bucket', async () => {
  const { s3, client } = bucket;
  await locked.expectLock();
  // Seconds: the bucket goes when the test hosts do.
  await locked.put('checkpoints/1.json', '{}', new Date(Date.now() + 60_000));
  const { Versions = [] } = await client.send(new s3.ListObjectVersionsCommand({ Bucket: name }));
  const [{ VersionId } = {}] = Versions;
  const object = { Bucket: name, Key: 'checkpoints/1.json', VersionId };
  const read = await client.send(new s3.GetObjectCommand(object));
  expect(read.ObjectLockMode).toBe('COMPLIANCE');
  await expect(
    client.send(new s3.DeleteObjectCommand({ ...object, BypassGovernanceRetention: true })),
  ).rejects.toThrow(/./);
});

it('a bucket that locks nothing is refused', async () => {
  const { s3, client } = bucket;
  const plain = `${name}-plain`;
  await client.send(new s3.CreateBucketCommand({ Bucket: plain }));
  const without = new LockedObjects({ s3: { ...options, bucket: plain }, days: 1 });
  await expect(without.expectLock()).rejects.toThrow(/./);
  await expect(without.put('1.json', '{}', new Date(Date.now() + 60_000))).rejects.toThrow(/./);
  await without.close();
  await client.send(new s3.DeleteBucketCommand({ Bucket: plain }));
});
