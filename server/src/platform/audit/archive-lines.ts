import { Readable, pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';

import * as z from 'zod';

import type { AuditRow } from './audit.repository.ts';

/** Far more than an entry can have: a file that is something else must not fill the memory. */
const MAX_LINE = 256 * 1024;

const Line = z.strictObject({
  seq: z.number(),
  at: z.number(),
  actor_id: z.string(),
  actor_name: z.string(),
  address: z.string(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  object_name: z.string(),
  result: z.enum(['success', 'failure']),
  detail: z.string(),
  request_id: z.string(),
  hash: z.string(),
}) satisfies z.ZodType<AuditRow>;

/** Entries as compressed lines of JSON. */
export function packed(rows: AsyncIterable<AuditRow>): AsyncIterable<Uint8Array> {
  const lines = async function* () {
    for await (const row of rows) {
      yield `${JSON.stringify(row)}\n`;
    }
  };
  const gzip = createGzip();
  // A failure of the source reaches who reads.
  pipeline(Readable.from(lines()), gzip, () => undefined);
  return gzip;
}

/** The entries of such a file, one after the other; throws where it is anything else. */
export async function* unpacked(file: Readable): AsyncGenerator<AuditRow> {
  const gunzip = createGunzip();
  pipeline(file, gunzip, () => undefined);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const bytes of gunzip) {
      const lines = (rest + decoder.write(bytes as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        yield Line.parse(JSON.parse(line));
      }
      if (rest.length > MAX_LINE) {
        throw new Error('a line is too long');
      }
    }
  } finally {
    gunzip.destroy();
    file.destroy();
  }
  if (rest !== '') {
    throw new Error('the last line is not whole');
  }
}
