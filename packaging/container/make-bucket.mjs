// Makes the bucket that the servers of compose.scale.yaml keep files in; it may be there already. Tries for a minute,
// because a store that has just been started does not answer yet.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID_FILE, S3_SECRET_ACCESS_KEY_FILE } = process.env;
const TRIES = 30;
const PAUSE_MS = 2000;

const read = (file) => readFileSync(file, 'utf8').trim();
const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION ?? 'us-east-1',
  forcePathStyle: true,
  credentials: {
    accessKeyId: read(S3_ACCESS_KEY_ID_FILE),
    secretAccessKey: read(S3_SECRET_ACCESS_KEY_FILE),
  },
});
const bucket = { Bucket: S3_BUCKET };

const ensureBucket = () =>
  client.send(new HeadBucketCommand(bucket)).catch(() => client.send(new CreateBucketCommand(bucket)));

for (let left = TRIES; ; left -= 1) {
  try {
    await ensureBucket();
    break;
  } catch (error) {
    if (left === 0) {
      throw error;
    }
    await sleep(PAUSE_MS);
  }
}
