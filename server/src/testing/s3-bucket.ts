import { randomBytes } from 'node:crypto';

import { Secret } from '../kernel/secret.ts';
import { openBucket, type S3Bucket, type S3Options } from '../storage/s3/s3-bucket.ts';
import { listObjects } from '../storage/s3/s3-list.ts';

/** The S3 of the test hosts. */
export const S3_TEST_OPTIONS = {
  endpoint: process.env['JADEGATE_TEST_S3_URL'] ?? 'http://127.0.0.1:7480',
  bucket: 'none',
  accessKeyId: 'AKTEST',
  secretAccessKey: new Secret('SKTEST'),
};

/** A bucket of its own, which goes with everything in it. */
export async function openTestBucket(): Promise<{
  bucket: S3Bucket;
  options: S3Options;
  remove: () => Promise<void>;
}> {
  const name = `test-${randomBytes(8).toString('hex')}`;
  const options = { ...S3_TEST_OPTIONS, bucket: name };
  const bucket = await openBucket(options);
  const { s3, client } = bucket;
  await client.send(new s3.CreateBucketCommand({ Bucket: name }));
  const remove = async () => {
    for await (const { key } of listObjects(bucket, '')) {
      await client.send(new s3.DeleteObjectCommand({ Bucket: name, Key: key }));
    }
    await client.send(new s3.DeleteBucketCommand({ Bucket: name }));
    client.destroy();
  };
  return { bucket, options, remove };
}
