import { afterEach, expect, it, vi } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { isOwnPart } from '../kernel/own-parts.ts';
import { guardOwnParts } from './own-part-guard.ts';
import type { ServerProcessService } from './server-process/server-process.service.ts';
import type { GuacdService } from './setting/guacd.service.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  stop?.();
});

let servers: () => Promise<string[]> = async () => [];
const parts = {
  guacd: { places: [{ host: '127.0.0.1', port: 4001 }] } as unknown as GuacdService,
  processes: { peerUrls: () => servers() } as unknown as ServerProcessService,
  databaseUrl: 'postgres://jade@127.0.0.1:4002/jade',
  s3: { endpoint: 'http://127.0.0.1:4003' },
  logger: createLogger('silent'),
};
const isOwn = (port: number, host = '127.0.0.1') => isOwnPart(host, port);

it('guacd, the database, the store and every server are kept apart, and nothing any more when it ends', async () => {
  servers = async () => ['http://192.0.2.7:4004', 'http://127.0.0.1:4004'];
  stop = guardOwnParts(parts);
  for (const port of [4001, 4002, 4003, 4004]) {
    expect(await isOwn(port)).toBe(true);
  }
  expect(await isOwn(4004, '192.0.2.7')).toBe(true);
  expect(await isOwn(4005)).toBe(false);
  stop();
  expect(await isOwn(4001)).toBe(false);
});

it('servers are asked for again and again, and those that were known count while the database is away', async () => {
  let now = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  servers = async () => ['http://127.0.0.1:4004'];
  stop = guardOwnParts(parts);
  expect(await isOwn(4006)).toBe(false);
  servers = async () => ['http://127.0.0.1:4006'];
  expect(await isOwn(4006)).toBe(false);
  now += 2000;
  expect(await isOwn(4006)).toBe(true);
  now += 2000;
  servers = async () => Promise.reject(new Error('away'));
  expect(await isOwn(4006)).toBe(true);
});
