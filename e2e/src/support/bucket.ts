import { createHash, randomBytes } from 'node:crypto';

import { s3 } from '../hosts.ts';
import { command } from './command.ts';

/** A new bucket of the test hosts' S3, and how the product is told to use it. It is in memory and goes with the host. */
export async function createBucket(): Promise<{ S3_BUCKET: string } & Record<string, string>> {
  const name = `e2e-${randomBytes(8).toString('hex')}`;
  const signed = ['--aws-sigv4', 'aws:amz:us-east-1:s3', '--user', `${s3.accessKeyId}:${s3.secretAccessKey}`];
  const nothing = `x-amz-content-sha256: ${createHash('sha256').digest('hex')}`;
  const { code, stderr } = await command('curl', [
    '-sSf',
    ...signed,
    '-H',
    nothing,
    '-X',
    'PUT',
    `${s3.url}/${name}`,
  ]);
  if (code !== 0) {
    throw new Error(`no bucket could be made: ${stderr}`);
  }
  return {
    S3_ENDPOINT: s3.url,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}
