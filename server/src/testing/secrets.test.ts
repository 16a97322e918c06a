import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { Schema } from '../db/schema.ts';
import { enrol } from './enrol.ts';
import { KEY_PASSPHRASE, testKeys } from './keys.ts';
import { ADMIN_PASSWORD, TestServer } from './test-server.ts';

const CANARY = 'canary-7f3a-密碼';

/** Everything the server keeps: the database's files, or every row of every table. */
async function storedBytes(server: TestServer): Promise<string> {
  const entries = readdirSync(server.dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'));
  const tables: (keyof Schema)[] = [
    'user',
    'role',
    'login',
    'recovery_code',
    'access_token',
    'login_log',
    'login_lock',
    'ticket',
    'vault_secret',
    'audit_log',
    'credential',
    'asset',
  ];
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)}`.execute(server.db)),
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
