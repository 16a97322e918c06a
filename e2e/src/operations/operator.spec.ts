import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Client } from '../support/client.ts';
import { command } from '../support/command.ts';
import { createDatabase, query } from '../support/postgres.ts';
import { Product } from '../support/product.ts';
import { SessionBed } from '../support/session-bed.ts';
import { isSoak, shortOrSoak } from '../support/soak.ts';

const PASSWORD = 'a password for tests';
const CLI = fileURLToPath(new URL('../../../server/bin/jadegate.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

let product: Product;
beforeAll(async () => {
  product = await Product.start();
});
afterAll(() => product.dispose());

const jadegate = (...args: string[]) =>
  command(process.execPath, [CLI, ...args], { JADEGATE_DATA_DIR: product.dataDir });

describe('the first start', () => {
  it('prints a password once, which opens nothing until it is changed', async () => {
    const client = new Client(product.url);
    const password = product.firstPassword;
    await client.login('admin', password);
    expect((await client.call('GET', '/credentials/paging')).error).toBe('auth.step_pending');
    await client.call('POST', '/account/change-password', { oldPassword: password, newPassword: PASSWORD });
    expect((await client.call('GET', '/credentials/paging')).code).toBe(1);

    await product.stop();
    const again = await Product.start({ dataDir: product.dataDir, port: product.port });
    expect(() => again.firstPassword).toThrow('no administrator password was printed');
    const keyFile = readFileSync(join(again.dataDir, 'master.key'), 'utf8');
    expect(again.output).not.toContain(keyFile.trim());
    product = again;
  });
});

/** Moments of it, from the first: it listens before it has begun all of its work. */
it.each([0, 5])('a server that is told to stop %i ms after it listens ends well', async (afterMs) => {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      JADEGATE_DATA_DIR: join(product.dataDir, 'short'),
      JADEGATE_PORT: '0',
      JADEGATE_SSH_PORT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line.includes('"listening"')) {
      setTimeout(() => server.kill('SIGTERM'), afterMs);
    }
  }
  expect(await ended).toEqual([0, null]);
  expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
});

/** Run in the server before its own code; what it names happens at each start before anything is served. */
const tellAt = {
  'the first of its code runs': `process.on('newListener', (name) => name === 'SIGTERM' && queueMicrotask(stop));`,
  'its database is opened': `const looking = setInterval(() => {
    if (existsSync(process.env.JADEGATE_DATA_DIR + '/jadegate.db')) { clearInterval(looking); stop(); }
  });`,
};

it.each(Object.entries(tellAt))('a server that is told to stop when %s ends well', async (moment, script) => {
  const preload = `import { existsSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads';
    const stop = () => process.kill(process.pid, 'SIGTERM'); if (isMainThread) { ${script} }`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const dataDir = join(product.dataDir, `stopped-${moment.length}`);
  const { stdout, code } = await command(process.execPath, [...flags, MAIN], {
    JADEGATE_DATA_DIR: dataDir,
    JADEGATE_PORT: '0',
    JADEGATE_SSH_PORT: 'off',
  });
  expect(code).toBe(0);
  expect(stdout).not.toContain('listening');
});

describe('npx jadegate', () => {
  it('reset-admin gives a way back in and ends the old logins', async () => {
    const before = new Client(product.url);
    await before.login('admin', PASSWORD);
    const { stdout, code } = await jadegate('reset-admin');
    expect(code).toBe(0);
    const fresh = /shown once\): (\S+)$/m.exec(stdout)?.[1] ?? '';
    expect((await before.call('GET', '/account/info')).code).toBe(401);
    const client = new Client(product.url);
    await expect(client.login('admin', PASSWORD)).rejects.toThrow('the login failed');
    await client.login('admin', fresh);
    expect(
      (await client.call('POST', '/account/change-password', { oldPassword: fresh, newPassword: PASSWORD }))
        .code,
    ).toBe(1);
  });

  it.runIf(isSoak)('vault rotate works beside the running server', async () => {
    const client = new Client(product.url);
    await client.login('admin', PASSWORD);
    const { data } = await client.call<{ id: string }>('POST', '/credentials', {
      name: 'rotating',
      type: 'custom',
      password: 'kept',
    });
    const reveal = () =>
      client.call<{ password: string }>('POST', `/credentials/${data.id}/reveal`, { password: PASSWORD });
    const { stdout, code } = await jadegate('vault', 'rotate');
    expect(stdout).toMatch(/^\d+ secrets were sealed under the new key$/m);
    expect(code).toBe(0);
    expect((await reveal()).data.password).toBe('kept');
  });

  it.runIf(isSoak)('audit verify finds a changed entry', async () => {
    const database = await createDatabase();
    const postgres = await Product.start({
      databaseUrl: database.url,
      env: { JADEGATE_ADMIN_PASSWORD: PASSWORD },
    });
    const verify = () =>
      command(process.execPath, [CLI, 'audit', 'verify'], {
        JADEGATE_DATA_DIR: postgres.dataDir,
        DATABASE_URL: database.url,
      });
    await new Client(postgres.url).login('admin', PASSWORD);
    expect(await verify()).toMatchObject({ code: 0 });
    await query(database.url, `update audit_log set address = '192.0.2.1' where seq = 2`);
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('broken at entry 2') as string,
    });
    await postgres.dispose();
    await database.drop();
  });

  it.runIf(isSoak)('leaves live sessions alone, and so does a second start that fails', async () => {
    const bed = await SessionBed.start();
    const { id, terminal } = await bed.open(await bed.asset('web-01', { port: hosts.ssh.port }));
    await bed.says(terminal, 'before');
    const { dataDir, port } = bed.product;
    const env = { JADEGATE_DATA_DIR: dataDir, JADEGATE_BACKUP_PASSPHRASE: 'seven quiet herons' };
    const file = join(dataDir, 'configuration.jgb');
    for (const args of [
      ['audit', 'verify'],
      ['search', 'rebuild'],
      ['vault', 'rotate'],
      ['backup', file],
      ['restore', file],
    ]) {
      expect(await command(process.execPath, [CLI, ...args], env)).toMatchObject({ code: 0 });
    }
    const second = await command(process.execPath, [MAIN], { ...env, JADEGATE_PORT: String(port) });
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('the port is taken') as string });
    expect((await bed.row(id)).status).toBe('connected');
    await bed.says(terminal, 'afterwards');
    await bed.admin.call('POST', `/sessions/${id}/disconnect`);
    await expect.poll(() => terminal.reason).toBe('已由管理員中斷連線');
    expect(await bed.over(id)).toMatchObject({ code: 802, recording: '1' });
    expect(bed.connectionsTo(hosts.ssh.port)).toBe(0);
    await bed.product.dispose();
  });

  it('says what it can do', async () => {
    expect(await jadegate()).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('vault rotate') as string,
    });
  });

  it.runIf(isSoak)('names what it does not know', async () => {
    expect(await jadegate('--nonsense')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--nonsense') as string,
    });
  });
});

describe('a start that cannot succeed says why', () => {
  const start = (env: Record<string, string>) =>
    command(process.execPath, [MAIN], {
      JADEGATE_DATA_DIR: join(product.dataDir, 'other'),
      JADEGATE_PORT: '0',
      ...env,
    });

  const impossible: [string, Record<string, string>, string][] = [
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none' },
      'DATABASE_URL',
    ],
    ['a port that is no number', { JADEGATE_PORT: 'eighty' }, 'JADEGATE_PORT'],
    [
      'a weak master key',
      { JADEGATE_MASTER_KEY: Buffer.alloc(32, 'a').toString('base64') },
      'openssl rand -base64 32',
    ],
    ['a data directory that cannot be made', { JADEGATE_DATA_DIR: '/dev/null/data' }, 'JADEGATE_DATA_DIR'],
  ];

  it.each(impossible.slice(0, shortOrSoak(1, impossible.length)))('%s', async (_what, env, hint) => {
    const { code, stderr } = await start(env);
    expect(code).toBe(1);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('secret-word');
    expect(stderr).not.toContain('    at ');
  });

  it('a port that is taken', async () => {
    const { code, stderr } = await start({ JADEGATE_PORT: String(product.port) });
    expect(code).toBe(1);
    expect(stderr).toContain('the port is taken');
  });
});
