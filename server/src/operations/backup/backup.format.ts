import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import * as z from 'zod';

import { AppError } from '../../kernel/app-error.ts';
import type { Secret } from '../../kernel/secret.ts';

/**
 * The file: one line of JSON that says how to open it, then gzip under AES-256-GCM with that line as associated data.
 * The key comes from the passphrase by scrypt. Half of what scrypt gives is the key; of the other half a hash stands
 * in the header, so that a wrong passphrase can be told from damaged content.
 */
const FORMAT = 'jadegate-backup';
const VERSION = 1;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** 64 MiB of memory for one guess. */
const COST = { N: 65_536, r: 8, p: 1 };
/** Bounds what a made-up header can make us do. */
const MIN_N = 32_768;
const MAX_N = 131_072;
const MAX_HEADER_BYTES = 4096;
/** Bounds what a small file can grow to. */
const MAX_CONTENT_BYTES = 256 * 1024 * 1024;

const Base64 = z.base64url().max(100);

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.number().int().min(1),
  product: z.string().max(100),
  created: z.iso.datetime(),
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z
      .number()
      .int()
      .min(MIN_N)
      .max(MAX_N)
      .refine((n) => Number.isInteger(Math.log2(n))),
    r: z.literal(COST.r),
    p: z.literal(COST.p),
    salt: Base64,
  }),
  cipher: z.object({ name: z.literal('aes-256-gcm'), nonce: Base64 }),
  check: Base64,
});
type Header = z.infer<typeof Header>;

interface OpenedBackup {
  created: string;
  product: string;
  content: unknown;
}

const zip = promisify(gzip);
const unzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** In libuv's threads: the event loop carries other people's terminals. */
function derive(passphrase: Secret, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  const text = passphrase.expose().normalize('NFC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 2 * KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    );
  });
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

export async function sealBackup(
  content: unknown,
  passphrase: Secret,
  { created, product }: { created: string; product: string },
): Promise<Buffer> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const derived = await derive(passphrase, salt, COST);
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    product,
    created,
    kdf: { name: 'scrypt', ...COST, r: 8, p: 1, salt: salt.toString('base64url') },
    cipher: { name: 'aes-256-gcm', nonce: nonce.toString('base64url') },
    check: hashOf(derived.subarray(KEY_BYTES)).toString('base64url'),
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const plain = Buffer.from(JSON.stringify(content));
  if (plain.length > MAX_CONTENT_BYTES) {
    throw new AppError('backup.too_large');
  }
  const cipher = createCipheriv('aes-256-gcm', derived.subarray(0, KEY_BYTES), nonce).setAAD(line);
  const body = cipher.update(await zip(plain));
  return Buffer.concat([line, body, cipher.final(), cipher.getAuthTag()]);
}

export async function openBackup(file: Buffer, passphrase: Secret): Promise<OpenedBackup> {
  const end = file.subarray(0, MAX_HEADER_BYTES).indexOf('\n') + 1;
  const line = file.subarray(0, end);
  const header = readHeader(line);
  const salt = Buffer.from(header.kdf.salt, 'base64url');
  const derived = await derive(passphrase, salt, header.kdf);
  const check = Buffer.from(header.check, 'base64url');
  const ours = hashOf(derived.subarray(KEY_BYTES));
  if (check.length !== ours.length || !timingSafeEqual(check, ours)) {
    throw new AppError('backup.passphrase_wrong', { fields: ['passphrase'] });
  }
  const content = await decrypt(file.subarray(end), line, header, derived.subarray(0, KEY_BYTES));
  return { created: header.created, product: header.product, content };
}

function readHeader(line: Buffer): Header {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (cause) {
    throw new AppError('backup.not_a_backup', { fields: ['file'], cause });
  }
  const claim = z.object({ format: z.literal(FORMAT), version: z.number(), product: z.string() });
  const claimed = claim.safeParse(value);
  if (claimed.success && claimed.data.version > VERSION) {
    const product = claimed.data.product.slice(0, 100);
    throw new AppError('backup.newer', { params: { product }, fields: ['file'] });
  }
  const header = Header.safeParse(value);
  if (!header.success) {
    throw new AppError('backup.not_a_backup', { fields: ['file'], cause: header.error });
  }
  return header.data;
}

async function decrypt(body: Buffer, line: Buffer, header: Header, key: Buffer): Promise<unknown> {
  try {
    const nonce = Buffer.from(header.cipher.nonce, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(line)
      .setAuthTag(body.subarray(-TAG_BYTES));
    const zipped = Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
    const plain = await unzip(zipped, { maxOutputLength: MAX_CONTENT_BYTES });
    return JSON.parse(plain.toString('utf8'));
  } catch (cause) {
    throw new AppError('backup.damaged', { fields: ['file'], cause });
  }
}
