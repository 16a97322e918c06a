// What the target writes is what the browser is shown and what the recording keeps, byte for byte: megabytes of anything,
// and of Chinese text whose characters are cut in two by nearly every packet. A hundred of each in the soak.
import { createHash, randomBytes, randomInt, type Hash } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import * as hosts from '../hosts.ts';
import { SessionBed } from '../support/session-bed.ts';
import { shortOrSoak } from '../support/soak.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = shortOrSoak(6, 100) * MEGABYTE;
/** For the machine that has more to do than this. */
const SLOW = { timeout: 400_000 };
const folder = mkdtempSync(join(tmpdir(), 'jadegate-bytes-'));

let bed: SessionBed;
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  const { uid, gid } = statSync(`/home/${hosts.ssh.username}`);
  chownSync(folder, uid, gid);
});
afterAll(async () => {
  await bed.product.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file block by block and answers its hash. */
async function source(
  name: string,
  size: number,
  block: () => Buffer,
): Promise<{ file: string; sha: string }> {
  const file = join(folder, name);
  const handle = await open(file, 'w', 0o644);
  const hash = createHash('sha256');
  let left = size;
  while (left > 0) {
    const bytes = block().subarray(0, left);
    hash.update(bytes);
    await handle.write(bytes);
    left -= bytes.length;
  }
  await handle.close();
  return { file, sha: hash.digest('hex') };
}

/** Every character takes three or four bytes, and no two blocks are alike. */
function chinese(): () => Buffer {
  const characters = Array.from('玉門堡壘機工作階段錄影稽核閘道終端機憑證授權繁體中文𠮷𡃁龘');
  const words = Array.from(randomBytes(MEGABYTE / 4), (byte) => characters[byte % characters.length]);
  return () => {
    const turn = randomInt(words.length);
    return Buffer.from(words.slice(turn).join('') + words.slice(0, turn).join(''));
  };
}

/** Hashes what lies between the marks, however they were cut. */
class Between {
  readonly hash: Hash = createHash('sha256');
  readonly #start = Buffer.from('\u0001begin\u0002');
  readonly #size: number;
  #before = Buffer.alloc(0);
  #has = -1;

  constructor(size: number) {
    this.#size = size;
  }

  get isWhole(): boolean {
    return this.#has === this.#size;
  }

  get has(): number {
    return this.#has;
  }

  push(bytes: Uint8Array): void {
    let rest = bytes;
    if (this.#has === -1) {
      this.#before = Buffer.concat([this.#before, bytes]);
      const at = this.#before.indexOf(this.#start);
      if (at === -1) {
        return;
      }
      rest = this.#before.subarray(at + this.#start.length);
      this.#has = 0;
    }
    const part = rest.subarray(0, this.#size - this.#has);
    this.hash.update(part);
    this.#has += part.length;
  }
}

/** A terminal that changes nothing, then the file; the mark is not in the echo of the command. */
const show = (file: string) =>
  `stty raw -echo; printf '\\001beg''in\\002'; cat ${file}; stty sane; printf '\\003e''nd'\r`;

async function flood(file: string, size: number): Promise<{ id: string; sha: string }> {
  const between = new Between(size);
  const { id, terminal } = await bed.open(assetId, { onData: (bytes) => between.push(bytes) });
  terminal.type(show(file));
  await expect.poll(() => between.has, { ...SLOW, interval: 250 }).toBe(size);
  await expect.poll(() => terminal.shown).toContain('\u0003end');
  terminal.leave();
  await bed.over(id);
  return { id, sha: between.hash.digest('hex') };
}

/** The hashes of the recording up to each of these sizes. */
async function recorded(id: string, ...sizes: number[]): Promise<string[]> {
  const all = sizes.map((size) => new Between(size));
  await bed.recorded(id, (bytes) => all.forEach((between) => between.push(bytes)));
  return all.map(({ isWhole, hash }) => (isWhole ? hash.digest('hex') : 'cut off'));
}

/** The downloaded file, line by line: the text of its output events. */
async function cast(id: string, size: number): Promise<string> {
  const between = new Between(size);
  const { body } = await bed.fetch(`/sessions/${id}/recording`);
  const lines = createInterface({ input: Readable.fromWeb(body as never), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.startsWith('[')) {
      const [, kind, text] = JSON.parse(line) as [number, string, string];
      if (kind === 'o') {
        between.push(Buffer.from(text));
      }
    }
  }
  expect(between.isWhole).toBe(true);
  return between.hash.digest('hex');
}

it('megabytes of random bytes', SLOW, async () => {
  const { file, sha } = await source('random', SIZE, () => randomBytes(MEGABYTE));
  const shown = await flood(file, SIZE);
  expect(shown.sha).toBe(sha);
  expect(await recorded(shown.id, SIZE)).toEqual([sha]);
});

it('megabytes of Chinese text, also in the file one can download', SLOW, async () => {
  const { file, sha } = await source('chinese', SIZE, chinese());
  const shown = await flood(file, SIZE);
  expect(shown.sha).toBe(sha);
  // The very last character may be cut off by the size of the file; what is before it is text.
  const [whole, text] = await recorded(shown.id, SIZE, SIZE - 4);
  expect(whole).toBe(sha);
  expect(await cast(shown.id, SIZE - 4)).toBe(text);
});

it('Chinese text as the text frames of an older client', SLOW, async () => {
  const size = shortOrSoak(2, 12) * MEGABYTE;
  const { file } = await source('older', size, () => Buffer.from('繁體中文與𠮷'.repeat(4096)));
  const id = await bed.prepare(assetId);
  const query = new URLSearchParams({ cols: '80', rows: '24', 'X-Auth-Token': bed.token }).toString();
  const { url } = bed.product;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/sessions/${id}/ssh?${query}`, {
    headers: { origin: url },
  });
  const between = new Between(size - 4);
  let tail = '';
  socket.on('message', (message: Buffer) => {
    const frame = message.toString();
    if (frame.startsWith('2')) {
      tail = (tail + frame.slice(1)).slice(-200);
      between.push(Buffer.from(frame.slice(1)));
    }
  });
  await expect.poll(() => tail, SLOW).toMatch(/[$#] $/);
  socket.send(`2${show(file)}`);
  await expect.poll(() => tail, SLOW).toContain('\u0003end');
  expect(between.isWhole).toBe(true);
  socket.terminate();
  await bed.over(id);
  expect([between.hash.digest('hex')]).toEqual(await recorded(id, size - 4));
});
