import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { TOKEN_HEADER } from '@jadegate/contract/envelope';

import { createBucket } from '../../../e2e/src/support/bucket.ts';
import { Client } from '../../../e2e/src/support/client.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import type { Suite } from '../ratio.ts';

const PASSWORD = 'a password for benches';
const FILE_BYTES = 256 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 4;

/**
 * A large file into a storage space, with curl: on disk beside a plain Node server that pipes the body into a file, and in
 * S3 beside the S3 client alone, which sends the same file in parts of the same size.
 */
export async function storageUpload(): Promise<Suite> {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-bench-'));
  const source = join(folder, 'source');
  await writeFile(source, Buffer.alloc(FILE_BYTES, randomBytes(PART_BYTES)));
  const bucket = await createBucket();
  const onDisk = await Space.start({});
  const onS3 = await Space.start(bucket);
  const plain = await PlainReceiver.start(join(folder, 'received'));
  const rated = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return FILE_BYTES / 1e6 / ((performance.now() - started) / 1000);
  };
  const unit = 'MB/s';
  return {
    cases: [
      {
        name: 'upload into a space on disk',
        unit,
        candidate: { name: 'product', run: () => rated(() => onDisk.upload(source)) },
        baseline: { name: 'plain Node', run: () => rated(() => curl(source, plain.url)) },
        atLeast: 0.7,
      },
      {
        name: 'upload into a space in S3',
        unit,
        candidate: { name: 'product', run: () => rated(() => onS3.upload(source)) },
        baseline: { name: 'S3 client', run: () => rated(() => sendParts(bucket, source)) },
        atLeast: 0.8,
      },
    ],
    close: async () => {
      plain.stop();
      await onDisk.product.stop();
      await onS3.product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The built product and the space of its administrator. */
class Space {
  readonly product: Product;
  readonly #token: string;
  readonly #id: string;

  private constructor(product: Product, token: string, id: string) {
    this.product = product;
    this.#token = token;
    this.#id = id;
  }

  static async start(env: Record<string, string>): Promise<Space> {
    const product = await Product.start({ env: { ...env, JADEGATE_ADMIN_PASSWORD: PASSWORD } });
    const client = new Client(product.url);
    const body = { username: 'admin', password: PASSWORD };
    const { token } = await client.make<{ token: string }>('/login', body);
    const { data } = await client.useToken(token).call<{ id: string }>('GET', '/account/storage');
    return new Space(product, token, data.id);
  }

  upload(file: string): Promise<void> {
    const query = `dir=/&name=uploaded&size=${FILE_BYTES}`;
    const url = `${this.product.url}/storages/${this.#id}/upload?${query}`;
    return curl(file, url, ['-H', `${TOKEN_HEADER}: ${this.#token}`]);
  }
}

class PlainReceiver {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(into: string): Promise<PlainReceiver> {
    const script = fileURLToPath(new URL('../plain-receiver.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, into], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    return new PlainReceiver(`http://127.0.0.1:${port.toString().trim()}/`, child);
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

async function curl(file: string, url: string, more: readonly string[] = []): Promise<void> {
  const type = 'content-type: application/octet-stream';
  const args = ['-sS', '--fail', '-X', 'POST', '-H', type, '-H', 'expect:', ...more, '-T', file, url];
  const { stdout } = await promisify(execFile)('curl', args);
  if (!stdout.includes('"code":1,')) {
    throw new Error(`the upload was refused: ${stdout}`);
  }
}

async function sendParts(env: Record<string, string>, file: string): Promise<void> {
  const { S3_ENDPOINT = '', S3_BUCKET: Bucket = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env;
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const about = { Bucket, Key: 'alone' };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(about));
  const handle = await open(file);
  const numbers = Array.from({ length: FILE_BYTES / PART_BYTES }, (_, index) => index + 1).values();
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const run = async () => {
    for (const PartNumber of numbers) {
      const Body = Buffer.alloc(PART_BYTES);
      await handle.read(Body, 0, PART_BYTES, (PartNumber - 1) * PART_BYTES);
      const { ETag } = await client.send(new UploadPartCommand({ ...about, UploadId, PartNumber, Body }));
      Parts[PartNumber - 1] = { PartNumber, ETag };
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, run));
  await client.send(new CompleteMultipartUploadCommand({ ...about, UploadId, MultipartUpload: { Parts } }));
  await handle.close();
  client.destroy();
}
