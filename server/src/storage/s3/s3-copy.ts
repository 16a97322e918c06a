import type { S3Bucket } from './s3-bucket.ts';
import { abortUpload } from './s3-draft.ts';
import { onS3 } from './s3-failure.ts';

/** More than this S3 copies in parts only. */
const COPY_BYTES = 5 * 1024 ** 3;
const COPY_PART_BYTES = 1024 ** 3;

/** Copies an object without its bytes passing through here. */
export async function copyObject(
  { s3, client, bucket: Bucket }: S3Bucket,
  { from, to, size }: { from: string; to: string; size: number },
): Promise<void> {
  const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  if (size <= COPY_BYTES) {
    await onS3(() => client.send(new s3.CopyObjectCommand({ Bucket, Key: to, CopySource })));
    return;
  }
  const about = { Bucket, Key: to };
  const { UploadId = '' } = await onS3(() => client.send(new s3.CreateMultipartUploadCommand(about)));
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < size; start += COPY_PART_BYTES) {
      const PartNumber = Parts.length + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + COPY_PART_BYTES, size) - 1}`;
      const part = { ...about, UploadId, PartNumber, CopySource, CopySourceRange };
      const { CopyPartResult } = await onS3(() => client.send(new s3.UploadPartCopyCommand(part)));
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
    }
    const whole = { ...about, UploadId, MultipartUpload: { Parts } };
    await onS3(() => client.send(new s3.CompleteMultipartUploadCommand(whole)));
  } catch (error) {
    await abortUpload({ s3, client, bucket: Bucket }, to, UploadId);
    throw error;
  }
}
