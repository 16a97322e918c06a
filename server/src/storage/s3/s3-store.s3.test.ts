import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { describeByteStore, inPieces } from '../../testing/byte-store-contract.ts';
import { openTestBucket, S3_TEST_OPTIONS } from '../../testing/s3-bucket.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { putStream } from '../put-stream.ts';
import { StorageError } from '../storage-error.ts';
import { openBucket } from './s3-bucket.ts';
import { listObjects } from './s3-list.ts';
import { S3Store } from './s3-store.ts';

describeByteStore('S3', {
  hostilePaths: shortOrSoak(24, 10_000),
  open: async () => {
    const { bucket, remove } = await openTestBucket();
    const { s3, client, bucket: Bucket } = bucket;
    await client.send(new s3.PutObjectCommand({ Bucket, Key: 'outside/secret', Body: 'secret' }));
    return {
      store: new S3Store(bucket, 'spaces/'),
      outside: async () => {
        const keys: string[] = [];
        for await (const { key, size } of listObjects(bucket, '')) {
          keys.push(...(key.startsWith('spaces/') ? [] : [`${key} ${size}`]));
        }
        return keys.join();
      },
      close: remove,
    };
  },
});

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof StorageError ? error.kind : String(error)),
  );

describe('S3 that does not serve', () => {
  it.each([
    ['nobody listens', { endpoint: 'http://127.0.0.1:9' }, 'away'],
    ['the key is unknown', { accessKeyId: 'AKNOBODY' }, 'key_refused'],
    ['the secret is wrong', { secretAccessKey: new Secret('wrong') }, 'key_refused'],
    ['the bucket is missing', { bucket: `none-${randomBytes(6).toString('hex')}` }, 'bucket_missing'],
  ] as const)('says so when %s', async (_what, options, kind) => {
    const store = new S3Store(await openBucket({ ...S3_TEST_OPTIONS, ...options }), 'spaces/');
    expect(await failure(store.stat('/space/x'))).toBe(kind);
    expect(await failure(store.list('/space'))).toBe(kind);
    expect(await failure(store.read('/space/x'))).toBe(kind);
    expect(await failure(putStream(store, '/space/x', inPieces(Buffer.from('x'))))).toBe(kind);
    expect(await failure(store.remove('/space/x'))).toBe(kind);
  });
});
