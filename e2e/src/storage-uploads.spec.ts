import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { Page } from '@jadegate/contract/paging';
import type { VisibleStorage } from '@jadegate/contract/storage';
import type { StorageLogRow } from '@jadegate/contract/storage-log';
import { afterEach, describe, expect, it } from 'vitest';

import { createBucket } from './support/bucket.ts';
import { Client } from './support/client.ts';
import { Product } from './support/product.ts';
import { until } from './support/until.ts';

const PASSWORD = 'a password for uploads';
const MEGABYTE = 1024 * 1024;
const IS_SOAK = process.env['JADEGATE_SOAK'] === '1';
const BLOCK = randomBytes(MEGABYTE);
/** 2 GB in the soak. */
const BLOCKS = IS_SOAK ? 2048 : 48;
const FILES = IS_SOAK ? 5000 : 60;
const UPLOAD = 'upload-e2e-1';

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
});

describe.each([
  ['disk', async () => ({})],
  ['S3', createBucket],
] as const)('uploads into a space on %s', (_name, settings) => {
  it(
    'go on after kill -9, whole, with the right sum and size, and memory stays flat',
    { timeout: IS_SOAK ? 1_800_000 : 240_000 },
    async () => {
      const env = { ...(await settings()), JADEGATE_ADMIN_PASSWORD: PASSWORD };
      product = await Product.start({ env });
      const { dataDir, port } = product;
      let token = await signIn(product);
      const space = (await own(product, token)).id;
      const size = BLOCKS * MEGABYTE;

      const cut = send(product, token, space, 0, size, { stopAfter: BLOCKS / 2 });
      const { url } = product;
      await cut.sent;
      await product.kill9();
      await cut.over;
      product = await Product.start({ env, dataDir, port });
      expect(product.url).toBe(url);
      token = await signIn(product);
      expect(await names(product, token, space)).toEqual([]);

      const offset = await received(product, token, space);
      expect(offset).toBeGreaterThan(0);
      const before = memoryOf(product);
      expect(await send(product, token, space, offset, size).answer).toMatchObject({ code: 1 });
      // Parts that are under way, and what the collector has not looked at yet: far less than the file.
      expect(memoryOf(product) - before).toBeLessThan(300);

      expect((await own(product, token)).usedSize).toBe(size);
      const { data } = await client(product, token).call<Page<StorageLogRow>>(
        'GET',
        `/storage-logs/paging?storageId=${space}&result=success`,
      );
      expect(data.items).toMatchObject([{ action: 'upload', bytes: size, checksum: sumOfBlocks() }]);

      for (let at = 0; at < FILES; at += 1) {
        await client(product, token).make(`/storages/${space}/edit`, {
          file: `/many/${at % 50}/${at}.txt`,
          fileContent: `file ${at}`,
        });
      }
      const count = await client(product, token).make<{ files: number }>(`/storages/${space}/measure`, {
        files: ['/many'],
      });
      expect(count.files).toBe(FILES);
    },
  );
});

const client = (on: Product, token: string) => new Client(on.url).useToken(token);

async function signIn(on: Product): Promise<string> {
  const answer = await new Client(on.url).make<{ token: string }>('/login', {
    username: 'admin',
    password: PASSWORD,
  });
  return answer.token;
}

async function own(on: Product, token: string): Promise<VisibleStorage> {
  return (await client(on, token).call<VisibleStorage>('GET', '/account/storage')).data;
}

async function names(on: Product, token: string, space: string): Promise<string[]> {
  const entries = await client(on, token).make<{ name: string }[]>(`/storages/${space}/ls`, { dir: '/' });
  return entries.map(({ name }) => name);
}

async function received(on: Product, token: string, space: string): Promise<number> {
  const ask = () =>
    client(on, token).call<{ received: number } | undefined>(
      'GET',
      `/storages/${space}/upload-state?uploadId=${UPLOAD}`,
    );
  return until('the upload is known', async () => (await ask()).data?.received);
}

/** Blocks from the offset on. With `stopAfter` the rest never comes. */
function send(
  on: Product,
  token: string,
  space: string,
  offset: number,
  size: number,
  { stopAfter = BLOCKS }: { stopAfter?: number } = {},
) {
  const query = new URLSearchParams({
    dir: '/',
    name: 'big',
    uploadId: UPLOAD,
    offset: String(offset),
    size: String(size),
  });
  const request = http.request(`${on.url}/storages/${space}/upload?${query.toString()}`, {
    method: 'POST',
    agent: false,
    headers: {
      [TOKEN_HEADER]: token,
      'content-type': 'application/octet-stream',
      'content-length': size - offset,
    },
  });
  const over = new Promise<void>((resolve) => {
    request.once('close', resolve);
    request.on('error', () => resolve());
  });
  const answer = new Promise<unknown>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.once('end', () => resolve(JSON.parse(text)));
    });
  });
  answer.catch(() => undefined);
  const sent = (async () => {
    for (let at = offset; at < stopAfter * MEGABYTE;) {
      const piece = BLOCK.subarray(at % MEGABYTE);
      at += piece.length;
      await new Promise<void>((resolve) => {
        request.write(piece, () => resolve());
      });
    }
    if (stopAfter === BLOCKS) {
      request.end();
    }
  })();
  return { over, answer, sent };
}

/** Megabytes. */
function memoryOf({ pid }: Product): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function sumOfBlocks(): string {
  const hash = createHash('sha256');
  for (let at = 0; at < BLOCKS; at += 1) {
    hash.update(BLOCK);
  }
  return hash.digest('hex');
}
