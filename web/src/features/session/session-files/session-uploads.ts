import { cancelUpload, uploadFile, uploadState } from '@jadegate/contract/session/session-files';

import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { sendFile } from '../../../api/send-file.ts';
import type { UploadTransport } from '../../../components/files/upload-queue.ts';

export function sessionUploads(sessionId: string): UploadTransport {
  const params = { id: sessionId };
  return {
    send: ({ id, file, dir }, { offset, signal, onProgress }) =>
      sendFile(uploadFile, {
        params,
        query: { dir, name: file.name, uploadId: id, offset, size: file.size },
        content: file.slice(offset),
        signal,
        onProgress,
      }),
    received: async (uploadId) => {
      try {
        return (await call(uploadState, { params, query: { uploadId } })).received;
      } catch (error) {
        if (error instanceof ApiError && error.error === 'file.upload_gone') {
          return undefined;
        }
        throw error;
      }
    },
    cancel: async (uploadId) => {
      await call(cancelUpload, { params, query: { uploadId } });
    },
  };
}
