import type { S3Bucket } from './s3-bucket.ts';
import { onS3 } from './s3-failure.ts';

export interface S3Object {
  key: string;
  size: number;
  modifiedAt: number;
}

/** The objects whose keys begin with the prefix, page by page. Flat: only one level, folders as keys that end in a slash. */
export async function* listObjects(
  { s3, client, bucket: Bucket }: S3Bucket,
  Prefix: string,
  { isFlat = false, atMost }: { isFlat?: boolean; atMost?: number } = {},
): AsyncGenerator<S3Object, void> {
  let ContinuationToken: string | undefined;
  do {
    const command = new s3.ListObjectsV2Command({
      Bucket,
      Prefix,
      ContinuationToken,
      ...(isFlat && { Delimiter: '/' }),
      ...(atMost !== undefined && { MaxKeys: atMost }),
    });
    const page = await onS3(() => client.send(command));
    for (const { Prefix: key = '' } of page.CommonPrefixes ?? []) {
      yield { key, size: 0, modifiedAt: 0 };
    }
    for (const { Key: key = '', Size: size = 0, LastModified } of page.Contents ?? []) {
      yield { key, size, modifiedAt: LastModified?.getTime() ?? 0 };
    }
    const isOver = page.IsTruncated !== true || atMost !== undefined;
    ContinuationToken = isOver ? undefined : page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/** Objects below the prefix that are not whole yet. */
export async function* listBegunUploads(
  { s3, client, bucket: Bucket }: S3Bucket,
  Prefix: string,
): AsyncGenerator<{ key: string; uploadId: string; begunAt: number }, void> {
  let after: { KeyMarker: string | undefined; UploadIdMarker: string | undefined } | undefined;
  do {
    const command = new s3.ListMultipartUploadsCommand({ Bucket, Prefix, ...after });
    const page = await onS3(() => client.send(command));
    for (const { Key: key = '', UploadId: uploadId = '', Initiated } of page.Uploads ?? []) {
      yield { key, uploadId, begunAt: Initiated?.getTime() ?? Number.POSITIVE_INFINITY };
    }
    after =
      page.IsTruncated === true
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
  } while (after !== undefined);
}
