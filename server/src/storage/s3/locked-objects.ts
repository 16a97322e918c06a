import type { S3Options } from './s3-bucket.ts';
import { openBucket, type S3Bucket } from './s3-bucket.ts';
import { s3Failure } from './s3-failure.ts';

export interface LockOptions {
  /** Of a bucket that was made with object lock. */
  s3: S3Options;
  days: number;
}

/** Objects that nobody can change or delete before their time, whoever owns the bucket. */
export class LockedObjects {
  readonly #options: LockOptions;
  #opened: Promise<S3Bucket> | undefined;

  constructor(options: LockOptions) {
    this.#options = options;
  }

  /** Put again, it is another version of the same name; the first stays, too. */
  async put(name: string, text: string, until: Date): Promise<void> {
    const { s3, client, bucket } = await this.#open();
    const locked = { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: until } as const;
    const object = { Bucket: bucket, Key: name, Body: text, ContentType: 'application/json' };
    // One that is to be locked must come with a sum of it.
    const command = new s3.PutObjectCommand({ ...object, ...locked, ChecksumAlgorithm: 'SHA256' });
    await client.send(command).catch(fail);
  }

  /** Throws where the bucket is away, or locks nothing. */
  async expectLock(): Promise<void> {
    const { s3, client, bucket } = await this.#open();
    const { ObjectLockConfiguration: found } = await client
      .send(new s3.GetObjectLockConfigurationCommand({ Bucket: bucket }))
      .catch(fail);
    if (found?.ObjectLockEnabled !== 'Enabled') {
      throw new Error(`the bucket ${bucket} was not made with object lock`);
    }
  }

  get bucket(): string {
    return this.#options.s3.bucket;
  }

  get days(): number {
    return this.#options.days;
  }

  async close(): Promise<void> {
    (await this.#opened)?.client.destroy();
  }

  #open(): Promise<S3Bucket> {
    return (this.#opened ??= openBucket(this.#options.s3));
  }
}

function fail(error: unknown): never {
  throw s3Failure(error);
}
