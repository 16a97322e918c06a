import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { S3Bucket } from '../../storage/s3/s3-bucket.ts';
import { listObjects } from '../../storage/s3/s3-list.ts';
import { seedDesktop, seedRecording } from '../../testing/recordings.ts';
import { openTestBucket, S3_TEST_OPTIONS } from '../../testing/s3-bucket.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { TestServer } from '../../testing/test-server.ts';

let bucket: S3Bucket;
let removeBucket: () => Promise<void>;
let server: TestServer | undefined;
beforeAll(async () => ({ bucket, remove: removeBucket } = await openTestBucket()));
afterAll(() => removeBucket());
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function start(endpoint = S3_TEST_OPTIONS.endpoint): Promise<TestServer> {
  server = await TestServer.start({ s3: { ...S3_TEST_OPTIONS, endpoint, bucket: bucket.bucket } });
  return server;
}

/** Enough for two segments, with a word in the last one. */
async function aLongRecording(on: TestServer): Promise<string> {
  const line = `${'0123456789abcdef'.repeat(64)}\r\n`;
  const printed = Array.from({ length: 20 }, (_, part) => ({ at: part * 8000, text: line.repeat(125) }));
  const { id } = await seedRecording(on, {
    printed: [...printed, { at: 360_000, text: '最後一行 the-very-end\r\n' }],
    commands: [{ at: 350_000, text: 'echo' }],
  });
  return id;
}

interface Seen {
  outline: RecordingOutline;
  text: string;
  last: Buffer;
  keyframe: Buffer;
}

async function see(on: TestServer, id: string): Promise<Seen> {
  const token = await on.login();
  const get = async (path: string) => {
    const answer = await on.inject('GET', `/sessions/${id}/recording${path}`, { token });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };
  const outline = (JSON.parse((await get('/segments')).toString()) as { data: RecordingOutline }).data;
  const n = outline.segments.length;
  return {
    outline: { ...outline, segments: outline.segments.map((segment) => ({ ...segment, bytes: 0 })) },
    text: (await get('/text')).toString(),
    last: await get(`/segments/${n}`),
    keyframe: await get(`/keyframes/${n}`),
  };
}

async function stored(id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listObjects(bucket, `recordings/${id}/`)) {
    keys.push(key);
  }
  return keys.map((key) => key.split('/').at(-1) ?? '').filter((name) => name !== '');
}

describe('a recording that is over', () => {
  it('is moved to S3 whole, and is played, read and searched from there', async () => {
    const on = await start();
    const { recordingMover, searchIndexer } = on.services;
    const id = await aLongRecording(on);
    const folder = join(on.dataDir, 'recordings', id);
    const before = await see(on, id);
    expect(before.outline.segments).toHaveLength(2);
    expect(before.text).toContain('最後一行 the-very-end');

    expect(await recordingMover.moveAll()).toBe(1);
    expect(existsSync(folder)).toBe(false);
    expect(await stored(id)).toEqual(['000001.seg', '000002.key', '000002.seg']);
    expect(await see(on, id)).toEqual(before);
    const headers = { range: 'bytes=-40' };
    const part = await on.inject('GET', `/sessions/${id}/recording`, { token: await on.login(), headers });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 40]);
    expect(part.body).toContain('the-very-end');
    expect(await recordingMover.moveAll()).toBe(0);

    await searchIndexer.rebuild(() => undefined);
    const token = await on.login();
    const found = await on.call('GET', '/session-search/paging', { token, query: { text: 'the-very-end' } });
    expect(JSON.stringify(found.data)).toContain(id);
    const commands = await on.call<{ items: { result: string }[] }>(
      'GET',
      `/sessions/${id}/commands/paging`,
      {
        token,
      },
    );
    expect(commands.data.items[0]?.result).toContain('the-very-end');
  });

  it('is played from there also when it is a desktop', async () => {
    const on = await start();
    const { id, folder } = await seedDesktop(on, async (writer, at) => {
      at(1000);
      await writer.keyframe(Buffer.from('the picture'));
      writer.output(Buffer.from('4.sync,1.1;'));
    });
    const token = await on.login();
    const read = async (path: string) =>
      (await on.inject('GET', `/sessions/${id}/recording/${path}`, { token })).rawPayload;
    const before = await read('segments/1');
    expect(await on.services.recordingMover.moveAll()).toBe(1);
    expect(existsSync(folder)).toBe(false);
    const { data } = await on.call<RecordingOutline>('GET', `/sessions/${id}/recording/segments`, { token });
    expect(data.keyframes).toEqual([{ index: 1, offset: 1000 }]);
    expect(await read('segments/1')).toEqual(before);
    expect((await read('keyframes/1')).toString()).toBe('the picture');
  });

  it('stays on the disk while S3 is away or gives back something else, and is moved later', async () => {
    const tamper = new TamperingProxy();
    const on = await start(await tamper.listen());
    const id = await aLongRecording(on);
    const folder = join(on.dataDir, 'recordings', id);
    const before = await see(on, id);
    const files = readdirSync(folder);
    try {
      tamper.mode = 'change';
      await expect(on.services.recordingMover.moveAll()).rejects.toThrow('something else');
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(files));
      tamper.mode = 'away';
      await expect(on.services.recordingMover.moveAll()).rejects.toThrow('storage: away');
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(files));
      expect(await see(on, id)).toEqual(before);
      tamper.mode = 'pass';
      expect(await on.services.recordingMover.moveAll()).toBe(1);
      expect(existsSync(folder)).toBe(false);
      expect(await see(on, id)).toEqual(before);

      // The last moment is shown by its keyframe and its segment, however long the recording is.
      const token = await on.login();
      const last = before.outline.segments.length;
      tamper.bytes = 0;
      await on.call('GET', `/sessions/${id}/recording/segments`, { token });
      expect(tamper.bytes).toBe(0);
      await on.inject('GET', `/sessions/${id}/recording/keyframes/${last}`, { token });
      await on.inject('GET', `/sessions/${id}/recording/segments/${last}`, { token });
      expect(tamper.bytes).toBeGreaterThan(0);
      expect(tamper.bytes).toBeLessThan(100_000);

      tamper.mode = 'away';
      const answer = await on.call('GET', `/sessions/${id}/recording/segments/${last}`, { token });
      expect(answer.error).toBe('session.recording_away');
    } finally {
      await tamper.close();
    }
  });

  it(
    'is shown at the end of an hour at once, and little is fetched for it',
    { timeout: 300_000 },
    async () => {
      const counting = new TamperingProxy();
      const on = await start(await counting.listen());
      try {
        // More than anybody reads, and nothing that packs well.
        const seconds = shortOrSoak(900, 3600);
        const printed = Array.from({ length: seconds }, (_, second) => ({
          at: second * 1000,
          text: `${randomBytes(2000).toString('base64')}\r\n`,
        }));
        const { id } = await seedRecording(on, {
          printed: [...printed, { at: seconds * 1000, text: 'the-very-end\r\n' }],
        });
        expect(await on.services.recordingMover.moveAll()).toBe(1);
        const token = await on.login();
        counting.bytes = 0;
        const started = performance.now();
        const { data } = await on.call<RecordingOutline>('GET', `/sessions/${id}/recording/segments`, {
          token,
        });
        const last = data.segments.length;
        await on.inject('GET', `/sessions/${id}/recording/keyframes/${last}`, { token });
        const path = `/sessions/${id}/recording/segments/${last}`;
        const { rawPayload } = await on.inject('GET', path, { token });
        const took = performance.now() - started;
        expect(rawPayload.toString()).toContain('the-very-end');
        expect(data.segments.length).toBeGreaterThan(1);
        expect(counting.bytes).toBeLessThan(2_000_000);
        expect(took).toBeLessThan(shortOrSoak(Number.POSITIVE_INFINITY, 1000));
      } finally {
        await counting.close();
      }
    },
  );

  it('goes from S3 with its session', async () => {
    const on = await start();
    const id = await aLongRecording(on);
    const { recordingMover } = on.services;
    await recordingMover.moveAll();
    expect(await stored(id)).not.toEqual([]);
    recordingMover.start();
    await recordingMover.settle();
    await on.call('DELETE', `/sessions/${id}`, { token: await on.login() });
    await expect.poll(() => stored(id)).toEqual([]);
  });

  it('is not touched while it lives', async () => {
    const on = await start();
    const { id } = await seedRecording(on, { printed: [{ at: 0, text: 'alive' }], status: 'connected' });
    expect(await on.services.recordingMover.moveAll()).toBe(0);
    expect(existsSync(join(on.dataDir, 'recordings', id))).toBe(true);
  });
});

/** S3 behind something that spoils what is read, or refuses everything. */
class TamperingProxy {
  mode: 'pass' | 'change' | 'away' = 'pass';
  /** Sent to the product so far. */
  bytes = 0;
  #server: Server | undefined;

  async listen(): Promise<string> {
    const target = new URL(S3_TEST_OPTIONS.endpoint);
    this.#server = createServer((asked, answer) => {
      if (this.mode === 'away') {
        asked.socket.destroy();
        return;
      }
      const { method, url, headers } = asked;
      const isSpoilt = () =>
        this.mode === 'change' && method === 'GET' && url?.split('?')[0]?.endsWith('.seg');
      const way = { hostname: target.hostname, port: target.port, method, path: url, headers };
      const onward = request(way, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.on('data', (bytes: Buffer) => {
          this.bytes += bytes.length;
          answer.write(isSpoilt() ? bytes.map((byte) => byte ^ 1) : bytes);
        });
        got.on('end', () => answer.end());
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
