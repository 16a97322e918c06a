// What load balancers and administrators are told while a real part of the installation is away.
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Notice } from '@jadegate/contract/platform/notice';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import { createLogger } from '../kernel/logger.ts';
import { findGuacd, GuacdProcess } from '../protocols/guacd/guacd-process.ts';
import { Mailbox } from '../testing/mailbox.ts';
import { OwnPostgres } from '../testing/own-postgres.ts';
import { openTestBucket } from '../testing/s3-bucket.ts';
import { closedPort } from '../testing/tcp-host.ts';
import { TestServer } from '../testing/test-server.ts';

let mailbox: Mailbox;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  mailbox = await Mailbox.open();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) {
    await cleanUp();
  }
  await mailbox.close();
});

/** With somebody who gets mail. */
async function started(options: Parameters<typeof TestServer.start>[0]): Promise<TestServer> {
  const server = await TestServer.start(options);
  cleanUps.push(() => server.stop());
  const token = await server.login();
  const body = {
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
    'alert-recipients': 'ops@example.test',
  };
  expect(await server.call('PUT', '/properties', { token, body })).toMatchObject({ code: 1 });
  await server.services.alerts.check();
  return server;
}

const UP = { database: 'ok', lease: 'ok', disk: 'ok', storage: 'ok' };
const isDown = (part: string) => ({
  code: 503,
  body: { status: 'unavailable', parts: { ...UP, [part]: 'unavailable' } },
});

/** People are served all the same. */
const isLessened = (part: string, all: object = UP) => ({
  code: 200,
  body: { status: 'degraded', parts: { ...all, [part]: 'unavailable' } },
});

async function ready(server: TestServer) {
  const answer = await server.inject('GET', '/readyz');
  return { code: answer.statusCode, body: answer.json<object>() };
}

/** Whatever is away, the process lives: who restarts it for that would only make it worse. */
async function expectAlive(server: TestServer): Promise<void> {
  expect((await server.inject('GET', '/healthz')).statusCode).toBe(200);
}

async function becomes(server: TestServer, expected: object): Promise<void> {
  await expect.poll(() => ready(server), { timeout: 20_000, interval: 500 }).toEqual(expected);
}

async function letters(server: TestServer): Promise<string[]> {
  await server.services.notifications.settled();
  return mailbox.received.map(({ to, subject }) => `${to.join()} ${subject.replace(/^.*? Jadegate：/, '')}`);
}

async function banners(server: TestServer): Promise<string> {
  const token = await server.login();
  const { data } = await server.call<Notice[]>('GET', '/notices', { token });
  return data.map(({ text }) => text).join('\n');
}

describe('PostgreSQL that is stopped', () => {
  it('takes the server out of service and is told by mail, and both end when it is back', async () => {
    const postgres = await OwnPostgres.start();
    cleanUps.push(() => postgres.remove());
    const dataDir = mkdtempSync(join(tmpdir(), 'jadegate-test-'));
    const remove = async () => rmSync(dataDir, { recursive: true, force: true });
    const server = await started({ database: { dataDir, databaseUrl: postgres.url, remove } });
    const { alerts } = server.services;
    const all = { code: 200, body: { status: 'ok', parts: UP } };
    expect(await ready(server)).toEqual(all);

    await postgres.stop();
    await becomes(server, isDown('database'));
    await expectAlive(server);
    expect(await server.call('POST', '/login', { body: { username: 'admin', password: 'x' } })).toMatchObject(
      {
        code: -1,
        error: 'database.unavailable',
        message: expect.stringMatching(/資料庫/) as string,
      },
    );
    const up = /^jadegate_part_up\{part="database"\} (\d)$/m;
    expect(up.exec((await server.inject('GET', '/metrics')).body)?.[1]).toBe('0');
    await alerts.check();
    expect(await letters(server)).toEqual([]);
    server.passTime(31 * SECOND_MS);
    await alerts.check();
    await alerts.check();
    expect(await letters(server)).toEqual(['ops@example.test 資料庫沒有回應']);

    await postgres.resume();
    await becomes(server, all);
    await alerts.check();
    server.passTime(MINUTE_MS);
    await alerts.check();
    expect(await letters(server)).toEqual([
      'ops@example.test 資料庫沒有回應',
      'ops@example.test 已恢復：資料庫沒有回應',
    ]);
    // Everything works as before, on the connections of the same process.
    expect(await server.login()).not.toBe('');
  });
});

/** A way to a host on this machine that can be closed and opened, as a cable can be pulled. */
async function wayTo(target: URL): Promise<{ port: number; close(): Promise<void>; open(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => sockets.delete(one));
      one.pipe(other);
    }
  });
  const open = (port: number) =>
    new Promise<void>((resolve) => void listener.listen(port, '127.0.0.1', resolve));
  await open(0);
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    open: () => open(port),
    close: async () => {
      const closed = new Promise((resolve) => void listener.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

describe('S3 that is away', () => {
  it('leaves the server in service, degraded, is told above the pages and by mail, and is over when it is back', async () => {
    const { options, remove } = await openTestBucket();
    cleanUps.push(remove);
    const way = await wayTo(new URL(options.endpoint ?? ''));
    cleanUps.push(() => way.close().catch(() => undefined));
    const server = await started({ s3: { ...options, endpoint: `http://127.0.0.1:${way.port}` } });
    const { alerts } = server.services;
    await becomes(server, { code: 200, body: { status: 'ok', parts: UP } });

    await way.close();
    await becomes(server, isLessened('storage'));
    expect(await server.login()).not.toBe('');
    await expectAlive(server);
    await alerts.check('storage');
    expect(await banners(server)).not.toContain(options.bucket);
    server.passTime(MINUTE_MS);
    await alerts.check('storage');
    expect(await banners(server)).toContain(`S3 ${options.bucket}`);
    expect(await letters(server)).toEqual(['ops@example.test 檔案儲存無法使用']);

    await way.open();
    await becomes(server, { code: 200, body: { status: 'ok', parts: UP } });
    await alerts.check('storage');
    expect(await banners(server)).not.toContain(options.bucket);
    server.passTime(MINUTE_MS);
    await alerts.check('storage');
    expect((await letters(server)).at(-1)).toBe('ops@example.test 已恢復：檔案儲存無法使用');
  });
});

describe('guacd that ended', () => {
  it('leaves the server in service, degraded where it was named, and is told', async () => {
    const port = await closedPort();
    const path = await findGuacd();
    expect(path).toBeDefined();
    const guacd = () => new GuacdProcess({ path: path ?? '', port, logger: createLogger('silent') });
    let running = guacd();
    await running.start();
    cleanUps.push(() => running.stop());
    const server = await started({ guacd: { host: '127.0.0.1', port, isOurs: false } });
    const { alerts } = server.services;
    const parts = { ...UP, guacd: 'ok' };
    await becomes(server, { code: 200, body: { status: 'ok', parts } });

    await running.stop();
    await becomes(server, isLessened('guacd', parts));
    await expectAlive(server);
    await alerts.check('guacd');
    server.passTime(MINUTE_MS);
    await alerts.check('guacd');
    expect(await banners(server)).toContain(`127.0.0.1:${port}`);
    expect(await letters(server)).toEqual(['ops@example.test 遠端桌面服務沒有回應']);

    running = guacd();
    await running.start();
    await becomes(server, { code: 200, body: { status: 'ok', parts } });
    await alerts.check('guacd');
    server.passTime(MINUTE_MS);
    await alerts.check('guacd');
    expect((await letters(server)).at(-1)).toBe('ops@example.test 已恢復：遠端桌面服務沒有回應');
  });

  it('that nobody named is not asked for: a server without it serves everything but desktops', async () => {
    const server = await started({ guacd: { host: '127.0.0.1', port: await closedPort(), isOurs: true } });
    expect(await ready(server)).toEqual({ code: 200, body: { status: 'ok', parts: UP } });
  });
});
