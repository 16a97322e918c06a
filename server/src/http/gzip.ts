import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { FastifyRequest } from 'fastify';

export const pack: (text: string | Uint8Array) => Promise<Buffer> = promisify(gzip);

export function takesGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}
