// On both engines: what one server writes, another hears of.
// Two servers on one database: what protects an account counts at both, what is changed at one is known at the other, and
// what is done once is done by one of them.
import { once } from 'node:events';

import type { AssetImportResult } from '@jadegate/contract/access/asset-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ACCOUNT_RULE } from '../../identity/auth/lockout.ts';
import { HOUR_MS } from '../../kernel/clock.ts';
import { startSshHost } from '../../testing/ssh-host.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { USER_PASSWORD, useTestServer, type TestServer } from '../../testing/test-server.ts';
import { upload } from '../../testing/upload.ts';
import type { AuditEntry } from '../audit/audit.service.ts';
import { DistributedLockService } from './distributed-lock.service.ts';

const first = useTestServer();
let second: TestServer;
let token = '';

beforeAll(async () => {
  second = await first.current.startBeside();
  token = await first.current.login();
  await second.services.audit.pollOthers();
});
afterAll(() => second.stop());

const busy = () => new Error('busy');
const distributedLock = ({ services }: TestServer) => services.distributedLock;
const heldOf = (name: string) =>
  second.db.selectFrom('sole_work').selectAll().where('name', '=', name).executeTakeFirst();

describe('limits that protect an account', () => {
  it('count failures at all servers as if they were one', async () => {
    const { username } = await first.current.seedUser();
    let calls = 0;
    const attempt = (server: TestServer, password: string) =>
      server.call('POST', '/login', {
        body: { username, password },
        address: `127.66.9.${++calls}`,
      });
    const judged = ACCOUNT_RULE.free + 1;
    for (let failures = 1; failures <= judged; failures++) {
      const at = failures <= 3 ? first.current : second;
      expect(await attempt(at, 'not this one')).toMatchObject({ error: 'login.failed' });
    }
    for (const server of [first.current, second]) {
      expect(await attempt(server, USER_PASSWORD)).toMatchObject({ error: 'login.locked' });
    }
  });
});

describe('what another server did', () => {
  it('is told to those who follow, once, and what this one did at once', async () => {
    await second.services.audit.pollOthers();
    const told: AuditEntry[] = [];
    const stop = second.services.audit.follow((entry) => void told.push(entry));
    const here: AuditEntry[] = [];
    const stopHere = second.services.audit.subscribe((entry) => void here.push(entry));
    const write = (server: TestServer, name: string) =>
      server.services.audit.writeAlone(
        { address: '', userAgent: '', language: 'en', requestId: '' },
        { action: 'setting.updated', object: { type: 'setting', id: '', name } },
      );
    const names = (entries: readonly AuditEntry[]) => entries.map(({ object }) => object.name);
    await write(first.current, 'there');
    await write(second, 'here');
    expect(names(told)).toEqual(['here']);
    await second.services.audit.pollOthers();
    await second.services.audit.pollOthers();
    expect(names(told)).toEqual(['here', 'there']);
    expect(names(here)).toEqual(['here']);
    stop();
    stopHere();
  });

  it('to a gateway ends what runs through it here', async () => {
    const host = await startSshHost({ password: 'hidden-word-4417' });
    const target = await startTcpHost('hello\n');
    const gateway = {
      ip: '127.0.0.1',
      port: host.port,
      accountType: 'password',
      password: 'hidden-word-4417',
    };
    const body = { ...gateway, name: 'shared by servers', username: 'jump' };
    const { data } = await first.current.call<{ id: string }>('POST', '/access-gateways', { token, body });
    await first.current.call('POST', `/access-gateways/${data.id}/test`, { token });
    const way = { host: '127.0.0.1', port: target.port, route: { gatewayId: data.id } };
    const stream = await second.services.accessGateways.open(way, { timeoutMs: 5000 });
    const lost = once(stream.resume(), 'error');
    await first.current.call('PUT', `/access-gateways/${data.id}`, {
      token,
      body: { ...body, username: 'somebody-else' },
    });
    await second.services.audit.pollOthers();
    expect(await lost).toMatchObject([{ kind: 'gateway_lost' }]);
    await target.close();
    await host.close();
  });

  it('to rights and settings counts here', async () => {
    const changes: string[] = [];
    const stop = second.services.access.subscribe(({ objectType }) => void changes.push(objectType));
    const filter = { token, body: { name: 'known at both' } };
    expect(await first.current.call('POST', '/command-filters', filter)).toMatchObject({ code: 1 });
    await second.services.audit.pollOthers();
    expect(changes).toContain('command-filter');
    stop();
    const setting = { token, body: { 'session-idle-minutes': '47' } };
    expect(await first.current.call('PUT', '/properties', setting)).toMatchObject({ code: 1 });
    // As long as settings are remembered.
    second.passTime(2000);
    expect(await second.services.settings.get('session-idle-minutes')).toBe(47);
  });
});

describe('what one server does at a time', () => {
  it('an import: of two that bring the same file at once, the second finds what the first wrote', async () => {
    const file = Array.from({ length: 40 }, (_, at) => `twice ${at},ssh,10.7.0.${at + 1},22,root,,,,`).join(
      '\n',
    );
    const answers = await Promise.all(
      [first.current, second].map((server) =>
        upload<AssetImportResult>(server, '/assets/import/confirm', { token, file }),
      ),
    );
    expect(answers.map(({ data }) => [data.created, data.duplicates]).toSorted()).toEqual([
      [0, 40],
      [40, 0],
    ]);
    expect(await heldOf('asset-import')).toBeUndefined();
  });

  it('is waited for, and refused in time', async () => {
    let finish = () => undefined as void;
    const began = new Promise<void>((resolve) => {
      void distributedLock(first.current).withLock('backup-restore', { patienceMs: 0, busy }, async () => {
        resolve();
        await new Promise<void>((done) => (finish = done));
      });
    });
    await began;
    const late = distributedLock(second).withLock(
      'backup-restore',
      { patienceMs: 0, busy },
      async () => 'done',
    );
    await expect(late).rejects.toThrow('busy');
    const patient = distributedLock(second).withLock(
      'backup-restore',
      { patienceMs: 10_000, busy },
      async () => 'done',
    );
    finish();
    expect(await patient).toBe('done');
  });

  it('is renewed as long as it goes on', async () => {
    const { database, logger } = second.services;
    const slow = new DistributedLockService({ database, logger, renewEveryMs: 20 });
    await slow.withLock('backup-restore', { patienceMs: 0, busy }, async () => {
      const taken = (await heldOf('backup-restore'))?.expires_at ?? Number.NaN;
      const expiry = async () => (await heldOf('backup-restore'))?.expires_at;
      await expect.poll(expiry, { timeout: 20_000, interval: 20 }).toBeGreaterThan(taken);
    });
  });

  it('is taken over when the process that had it is dead', async () => {
    const { database, logger } = second.services;
    // As after it was killed: it gives nothing back, and nobody renews it.
    const killed = new DistributedLockService({ database, logger, leaseMs: 1000, renewEveryMs: HOUR_MS });
    await new Promise<void>((began) => {
      const work = () => new Promise<never>(() => began());
      void killed.withLock('backup-restore', { patienceMs: 0, busy }, work);
    });
    const late = distributedLock(second).withLock(
      'backup-restore',
      { patienceMs: 0, busy },
      async () => 'done',
    );
    await expect(late).rejects.toThrow('busy');
    const heir = distributedLock(second).withLock(
      'backup-restore',
      { patienceMs: 10_000, busy },
      async () => 'done',
    );
    expect(await heir).toBe('done');
    expect(await heldOf('backup-restore')).toBeUndefined();
  });
});
