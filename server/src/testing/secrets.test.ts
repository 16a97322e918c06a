import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { SSH } from './assets.ts';
import { enrol } from './enrol.ts';
import { KEY_PASSPHRASE, testKeys } from './keys.ts';
import { ADMIN_PASSWORD } from './test-database.ts';
import { TestServer } from './test-server.ts';

const CANARY = 'canary-7f3a-密碼';

/** Everything the server keeps: the database's files, or every row of every table. */
async function storedBytes(server: TestServer): Promise<string> {
  const entries = readdirSync(server.dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'));
  const tables = await server.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(server.db)),
  );
  return files.join('') + JSON.stringify(rows.map((result) => result.rows));
}

describe('a stored secret', () => {
  it('is in no response, no log line and nowhere in the database in clear', async () => {
    const server = await TestServer.start();
    const seen: string[] = [];
    const token = await server.login();
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
      const response = await server.inject(method, url, { token, ...(body && { body }) });
      seen.push(response.body, JSON.stringify(response.headers));
      return response.json<{ data: { id: string } }>();
    };

    const password = await call('POST', '/credentials', {
      name: 'p',
      type: 'custom',
      username: 'u',
      password: CANARY,
    });
    const key = await call('POST', '/credentials', {
      name: 'k',
      type: 'private-key',
      privateKey: testKeys().ed25519Locked,
      passphrase: KEY_PASSPHRASE,
    });
    await call('PUT', `/credentials/${password.data.id}`, {
      name: 'p',
      type: 'custom',
      password: `${CANARY}-2`,
    });
    await call('POST', '/credentials', { name: 'p', type: 'custom', password: CANARY });
    await call('POST', '/credentials', {
      name: 'bad',
      type: 'private-key',
      privateKey: CANARY,
      passphrase: CANARY,
    });
    await call('POST', '/credentials', { name: 7, type: 'custom', password: CANARY, unknown: CANARY });
    for (const id of [password.data.id, key.data.id]) {
      await call('GET', `/credentials/${id}`);
    }
    await call('GET', '/credentials/paging');
    await call('GET', '/credentials');
    await call('POST', `/credentials/${password.data.id}/reveal`, { password: CANARY });

    const keyLine = testKeys().ed25519Locked.split('\n')[2] ?? '';
    expect(keyLine.length).toBeGreaterThan(40);
    const secrets = [
      CANARY,
      Buffer.from(CANARY).toString('latin1'),
      Buffer.from(CANARY).toString('base64'),
      KEY_PASSPHRASE,
      keyLine,
      ADMIN_PASSWORD,
      token,
    ];
    const stored = await storedBytes(server);
    for (const secret of secrets) {
      expect(seen.join('\n')).not.toContain(secret);
      expect(server.logLines.join('\n')).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    // The scan can fail: the same places do hold what is not secret.
    expect(stored).toContain('ssh-ed25519');
    expect(server.logLines.join('')).toContain('/credentials/:id');
    const revealed = await server.inject('POST', `/credentials/${password.data.id}/reveal`, {
      token,
      body: { password: ADMIN_PASSWORD },
    });
    expect(revealed.body).toContain(CANARY);
    await server.stop();
  });

  it('of whatever kind is in no response, no log line and nowhere in the database in clear', async () => {
    const server = await TestServer.start();
    const token = await server.login();
    const kinds = ['asset', 'proxy', 'gateway', 'mail', 'backup', 'person'] as const;
    const secretOf = (kind: (typeof kinds)[number]) => `canary-${kind}-密碼-5e1d`;
    const seen: string[] = [];
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object | string) => {
      const response = await server.inject(method, url, { token, ...(body !== undefined && { body }) });
      seen.push(response.body, JSON.stringify(response.headers));
      const { code, message, data } = response.json<{
        code: number;
        message: string;
        data: { id: string };
      }>();
      expect([url, code, message]).toEqual([url, 1, 'success']);
      return data;
    };
    const place = { ...SSH, ip: '127.0.0.1', port: 9 };
    const proxy = {
      'socks-proxy-enable': true,
      'socks-proxy-host': '127.0.0.1',
      'socks-proxy-port': 9,
      'socks-proxy-password': secretOf('proxy'),
    };
    const asset = await call('POST', '/assets', {
      ...place,
      ...proxy,
      name: 'a',
      password: secretOf('asset'),
    });
    const key = {
      accountType: 'private-key',
      privateKey: testKeys().ed25519Locked,
      passphrase: KEY_PASSPHRASE,
    };
    const keyed = await call('POST', '/assets', { ...place, ...key, name: 'k' });
    const gateway = { name: 'g', ip: '127.0.0.1', port: 9, username: 'u' };
    const password = await call('POST', '/access-gateways', {
      ...gateway,
      accountType: 'password',
      password: secretOf('gateway'),
    });
    await call('POST', '/access-gateways', { ...gateway, ...key, name: 'gk' });
    await call('PUT', '/properties', { 'mail-host': '127.0.0.1', 'mail-password': secretOf('mail') });
    await call('POST', '/jobs', {
      name: 'b',
      func: 'backup-job',
      cron: '@daily',
      mode: 'all',
      metadata: '{"keep":2}',
      passphrase: secretOf('backup'),
      password: ADMIN_PASSWORD,
    });
    await call('POST', '/users', {
      username: 'someone',
      nickname: 'n',
      type: 'user',
      password: secretOf('person'),
    });
    await call('POST', `/assets/${asset.id}/copy`, {});
    for (const url of [
      ...[asset.id, keyed.id].map((id) => `/assets/${id}`),
      '/assets/paging',
      `/access-gateways/${password.id}`,
      '/access-gateways/paging',
      '/properties',
      '/jobs/paging',
      '/users/paging',
      '/audit-logs/paging',
    ]) {
      await call('GET', url);
    }
    const stored = await storedBytes(server);
    const logged = server.logLines.join('\n');
    const keyLine = testKeys().ed25519Locked.split('\n')[2] ?? '';
    const forms = (secret: string) => [
      secret,
      Buffer.from(secret).toString('latin1'),
      Buffer.from(secret).toString('base64'),
    ];
    for (const secret of [...kinds.flatMap((kind) => forms(secretOf(kind))), KEY_PASSPHRASE, keyLine]) {
      expect(seen.join('\n')).not.toContain(secret);
      expect(logged).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    const { vault } = server.services;
    expect((await vault.get(`asset:${asset.id}`, 'password'))?.expose()).toBe(secretOf('asset'));
    expect((await vault.get('setting', 'mail-password'))?.expose()).toBe(secretOf('mail'));
    await server.stop();
  });

  it('is nowhere in clear after the master key was changed', async () => {
    const server = await TestServer.start();
    const token = await server.login();
    const { data } = await server.call<{ id: string }>('POST', '/credentials', {
      token,
      body: { name: 'p', type: 'custom', username: 'u', password: CANARY },
    });
    const sealed = () => server.db.selectFrom('vault_secret').select('sealed').orderBy('owner').execute();
    const before = await sealed();
    await server.services.vault.rotate({ forgetOld: true });
    expect(await sealed()).not.toEqual(before);
    const stored = await storedBytes(server);
    for (const form of [
      CANARY,
      Buffer.from(CANARY).toString('latin1'),
      Buffer.from(CANARY).toString('base64'),
    ]) {
      expect(stored).not.toContain(form);
      expect(server.logLines.join('\n')).not.toContain(form);
    }
    const body = { password: ADMIN_PASSWORD };
    const revealed = await server.inject('POST', `/credentials/${data.id}/reveal`, { token, body });
    expect(revealed.body).toContain(CANARY);
    await server.stop();
  });

  it('that proves who somebody is is in no log line and nowhere in the database in clear', async () => {
    const server = await TestServer.start();
    const token = await server.login();
    const { secret, code, recoveryCodes } = await enrol(server, token);
    const used = recoveryCodes[0] ?? '';
    const made = await server.call<{ token: string }>('POST', '/account/access-tokens', {
      token,
      body: { name: 'ci', totp: used },
    });
    expect(made.code).toBe(1);
    await server.call('GET', '/account/info', { token: made.data.token });
    await server.call('GET', '/account/info', { query: { 'X-Auth-Token': made.data.token } });
    await server.call('POST', '/account/reset-totp', { token, body: { totp: code() } });
    await server.call('GET', '/account/reload-totp', { token });
    const stored = await storedBytes(server);
    const logged = server.logLines.join('\n');
    for (const value of [secret, ...recoveryCodes, made.data.token, token]) {
      expect(stored).not.toContain(value);
      expect(logged).not.toContain(value);
    }
    expect(logged).toContain('/account/confirm-totp');
    await server.stop();
  });
});
