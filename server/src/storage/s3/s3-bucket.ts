import type { S3Client } from '@aws-sdk/client-s3';

import type { Secret } from '../../kernel/secret.ts';

export interface S3Options {
  /** Without it, Amazon's own. */
  endpoint?: string | undefined;
  region?: string | undefined;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: Secret;
}

type Library = typeof import('@aws-sdk/client-s3');

/** A bucket and the client that speaks to it. */
export interface S3Bucket {
  s3: Library;
  client: S3Client;
  bucket: string;
}

const CONNECT_MS = 5000;
/** Of silence: a server that takes longer for one part is away. */
const SILENCE_MS = 60_000;
const SOCKETS = 64;

/** The library is large, and loaded only where there is S3. */
export async function openBucket(options: S3Options): Promise<S3Bucket> {
  // What it says about the age of Node is for whoever builds this product, not for its operator.
  // oxlint-disable-next-line no-restricted-properties -- told to the library, which takes it in no other way
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const s3 = await import('@aws-sdk/client-s3');
  const { endpoint, region = 'us-east-1', bucket, accessKeyId, secretAccessKey } = options;
  const client = new s3.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey: secretAccessKey.expose() },
    // Older servers refuse the checksums that the library adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: SOCKETS, keepAlive: true },
      httpsAgent: { maxSockets: SOCKETS, keepAlive: true },
    },
  });
  return { s3, client, bucket };
}
