import { Readable } from 'node:stream';

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/app-error.ts';
import type { IncomingFile } from './api.ts';

/** Far more than a form of ours has. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4096;

interface Upload {
  file: Buffer;
  body: Record<string, unknown>;
}

/** A scope whose routes read multipart forms as a stream, so that a file above its limit is cut off, not collected. */
export async function uploadScope(
  app: FastifyInstance,
  addRoutes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('multipart/form-data');
    await scope.register(multipart);
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    addRoutes(scope);
  });
}

export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new AppError('upload.expected');
  }
  const fields: [string, unknown][] = [];
  let file: Buffer | undefined;
  try {
    const limits = { fileSize: maxBytes, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
    for await (const part of request.parts({ limits: { ...limits, parts: MAX_FIELDS + 1 } })) {
      if (part.type === 'field') {
        fields.push([part.fieldname, part.value]);
      } else if (part.fieldname === 'file') {
        file = await part.toBuffer();
      } else {
        throw new AppError('upload.expected');
      }
    }
  } catch (error) {
    throw explain(error, maxBytes);
  }
  if (!file) {
    throw new AppError('upload.expected', { fields: ['file'] });
  }
  return { file, body: Object.fromEntries(fields) };
}

/** The first file of a form, or the bare body, unread. */
export async function readIncoming(request: FastifyRequest): Promise<IncomingFile> {
  if (!request.isMultipart()) {
    if (!(request.body instanceof Readable)) {
      throw new AppError('upload.expected');
    }
    return { name: '', source: request.body };
  }
  try {
    // Browsers write names as UTF-8 without saying so.
    const names = { defParamCharset: 'utf8' };
    const limits = {
      fileSize: Number.MAX_SAFE_INTEGER,
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
    };
    for await (const part of request.parts({ ...names, limits })) {
      if (part.type === 'file' && part.fieldname === 'file') {
        return { name: part.filename, source: part.file };
      }
    }
  } catch (error) {
    throw new AppError('upload.expected', { cause: error });
  }
  throw new AppError('upload.expected', { fields: ['file'] });
}

function explain(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError) {
    return error;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const limit = `${Math.round(maxBytes / 1024 / 1024)} MiB`;
    return new AppError('upload.too_large', { params: { limit }, fields: ['file'], cause: error });
  }
  // Everything else that reading can throw is about the form itself: cut off, too many parts, no boundary.
  return new AppError('upload.expected', { cause: error });
}
