import { createHash } from 'node:crypto';

import type { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';

import { runInBackground } from '../../kernel/defects.ts';
import type { Draft, Stored } from '../byte-store.ts';
import type { Checksum, Checksums } from '../checksum/checksums.ts';
import { SharedBlocks } from '../checksum/shared-blocks.ts';
import { StorageError } from '../storage-error.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { onS3, s3Failure } from './s3-failure.ts';
import { listBegunUploads } from './s3-list.ts';

const FIRST_PART_BYTES = 8 * 1024 * 1024;
/** S3 takes 10,000 parts; twice the size after each thousand is enough for any file. */
const PARTS_OF_A_SIZE = 1000;
/** Parts under way at once: with the one that fills up, they bound the memory of an upload. */
const AT_ONCE = 4;

export interface S3Part {
  PartNumber: number;
  ETag: string | undefined;
  Size: number;
}

interface Options {
  bucket: S3Bucket;
  key: string;
  /** Before the file is put in its place. */
  prepare: () => Promise<void>;
  /** What another process had sent. */
  before?: { uploadId: string; parts: S3Part[] };
  checksums: Checksums;
}

/** The same for the same number in every process, so that an upload can go on. */
export function partBytes(partNumber: number): number {
  return FIRST_PART_BYTES * 2 ** Math.floor((partNumber - 1) / PARTS_OF_A_SIZE);
}

/** A multipart upload: nobody sees an object before it is completed. What fits into one part is put at once. */
export class S3Draft implements Draft {
  readonly #options: Options;
  readonly #parts: S3Part[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #blocks = new SharedBlocks(() => partBytes(this.#begun + 1));
  /** Undefined while everything fits into a part, and when the beginning is not known here. */
  #checksum: Checksum | undefined;
  #uploadId: string;
  #begun: number;
  #failure: unknown;

  constructor(options: Options) {
    this.#options = options;
    this.#uploadId = options.before?.uploadId ?? '';
    this.#parts = [...(options.before?.parts ?? [])];
    this.#begun = this.#parts.length;
  }

  get token(): string {
    return this.#uploadId;
  }

  get kept(): number {
    return this.#whole().reduce((sum, { Size }) => sum + Size, 0);
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      rest = this.#blocks.put(rest);
      if (this.#blocks.isFull) {
        await this.#sendPart();
      }
    }
  }

  async pause(): Promise<number> {
    await Promise.all(this.#underWay);
    this.#blocks.drop();
    await this.#checksum?.forget();
    return this.kept;
  }

  async commit(): Promise<Stored> {
    const { bucket, key, prepare } = this.#options;
    const { s3, client, bucket: Bucket } = bucket;
    await prepare();
    if (this.#uploadId === '') {
      const Body = this.#blocks.take();
      const checksum = createHash('sha256').update(Body).digest('hex');
      const command = new s3.PutObjectCommand({ Bucket, Key: key, Body, ContentLength: Body.length });
      signWith(command, checksum);
      await onS3(() => client.send(command));
      return { size: Body.length, checksum };
    }
    if (this.#blocks.length > 0) {
      await this.#sendPart();
    }
    await Promise.all(this.#underWay);
    this.#refuseFailed();
    const Parts = this.#whole().map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    const size = this.kept;
    const UploadId = this.#uploadId;
    const complete = { Bucket, Key: key, UploadId, MultipartUpload: { Parts } };
    await onS3(() => client.send(new s3.CompleteMultipartUploadCommand(complete)));
    return { size, checksum: await this.#checksum?.end() };
  }

  async abort(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#checksum?.forget();
    if (this.#uploadId !== '') {
      await abortUpload(this.#options.bucket, this.#options.key, this.#uploadId);
    }
  }

  async #sendPart(): Promise<void> {
    while (this.#underWay.size >= AT_ONCE) {
      await Promise.race(this.#underWay);
    }
    this.#refuseFailed();
    await this.#begin();
    if (this.#begun === 0) {
      this.#checksum = this.#options.checksums.begin();
    }
    const block = this.#blocks.take();
    this.#begun += 1;
    const part = this.#upload(this.#begun, block);
    this.#underWay.add(part);
    runInBackground(
      part.finally(() => this.#underWay.delete(part)),
      'a draft in S3',
    );
  }

  /** Never fails: who comes next is told. */
  async #upload(PartNumber: number, Body: Buffer): Promise<void> {
    const { key, bucket, checksums } = this.#options;
    const { s3, client, bucket: Bucket } = bucket;
    const about = { Bucket, Key: key, UploadId: this.#uploadId, PartNumber };
    try {
      const added = this.#checksum?.add(Body);
      const command = new s3.UploadPartCommand({ ...about, Body });
      signWith(command, await checksums.of(Body));
      const { ETag } = await client.send(command);
      await added;
      this.#parts[PartNumber - 1] = { PartNumber, ETag, Size: Body.length };
      this.#blocks.giveBack(Body);
    } catch (error) {
      this.#failure ??= s3Failure(error);
    }
  }

  async #begin(): Promise<void> {
    if (this.#uploadId === '') {
      const { key, bucket } = this.#options;
      const { s3, client, bucket: Bucket } = bucket;
      const command = new s3.CreateMultipartUploadCommand({ Bucket, Key: key });
      const { UploadId } = await onS3(() => client.send(command));
      if (UploadId === undefined) {
        throw new StorageError('failed');
      }
      this.#uploadId = UploadId;
    }
  }

  /** The parts from the first on without a gap. */
  #whole(): S3Part[] {
    const gap = Array.from(this.#parts).findIndex((part) => part === undefined);
    return gap < 0 ? this.#parts : this.#parts.slice(0, gap);
  }

  #refuseFailed(): void {
    if (this.#failure !== undefined) {
      throw this.#failure as Error;
    }
  }
}

/** The signature covers the sum of the body; the library makes it again, on the event loop, where it is not told. */
function signWith(command: UploadPartCommand | PutObjectCommand, checksum: string | undefined): void {
  if (checksum === undefined) {
    return;
  }
  const { middlewareStack } = command as UploadPartCommand;
  middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = checksum;
      return next(args);
    },
    { step: 'build' },
  );
}

/** Never fails. What S3 keeps of it all the same is swept by a rule of the bucket, as docs/operations.md says. */
export async function abortUpload(
  { s3, client, bucket: Bucket }: S3Bucket,
  Key: string,
  UploadId: string,
): Promise<void> {
  const command = new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
  await client.send(command).catch(() => undefined);
}

/** Those below the prefix that were begun before that moment and are not known. Answers how many. */
export async function abortForgotten(
  bucket: S3Bucket,
  prefix: string,
  known: ReadonlySet<string>,
  before: number,
): Promise<number> {
  let count = 0;
  for await (const { key, uploadId, begunAt } of listBegunUploads(bucket, prefix)) {
    if (!known.has(uploadId) && begunAt < before) {
      await abortUpload(bucket, key, uploadId);
      count += 1;
    }
  }
  return count;
}
