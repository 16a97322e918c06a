import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { Client } from './support/client.ts';
import { command } from './support/command.ts';
import { createDatabase, type Database } from './support/postgres.ts';
import { Product } from './support/product.ts';

const PASSWORD = 'a password for tests';
const CLI = fileURLToPath(new URL('../../server/bin/jadegate.mjs', import.meta.url));
const WRITES = 1000;
const WRITERS = 8;

async function signedIn(product: Product): Promise<Client> {
  const client = new Client(product.url);
  await client.login('admin', PASSWORD);
  return client;
}

/** Writes credentials until the server dies; answers the names that it said were stored. */
async function writeUntilDeath(client: Client, onStored: (count: number) => void): Promise<string[]> {
  const stored: string[] = [];
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < WRITES) {
      const name = `credential ${next++}`;
      try {
        const { code } = await client.call('POST', '/credentials', {
          name,
          type: 'custom',
          password: `secret of ${name}`,
        });
        if (code === 1) {
          onStored(stored.push(name));
        }
      } catch {
        return; // the server is gone: this write was never acknowledged
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return stored;
}

async function protectedKey(passphrase: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-key-'));
  try {
    await command('ssh-keygen', [
      '-q',
      '-t',
      'ed25519',
      '-a',
      '64',
      '-N',
      passphrase,
      '-f',
      join(folder, 'key'),
    ]);
    return await readFile(join(folder, 'key'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Row {
  id: string;
  name: string;
}

const engines: [string, () => Promise<Database | undefined>][] = [
  ['SQLite', async () => undefined],
  ['PostgreSQL', createDatabase],
];

describe.each(engines)('on %s', (_engine, makeDatabase) => {
  it('kill -9 in the middle of a thousand writes loses no acknowledged one', async () => {
    const database = await makeDatabase();
    const options = {
      env: { JADEGATE_ADMIN_PASSWORD: PASSWORD },
      ...(database && { databaseUrl: database.url }),
    };
    const first = await Product.start(options);
    const killAt = 300 + Math.floor(Math.random() * 400);
    let death: Promise<void> | undefined;
    const stored = await writeUntilDeath(await signedIn(first), (count) => {
      if (count === killAt) {
        death = first.kill9();
      }
    });
    await death;
    expect(stored.length).toBeGreaterThanOrEqual(killAt);
    expect(stored.length).toBeLessThan(WRITES);

    const second = await Product.start({ ...options, dataDir: first.dataDir });
    const client = await signedIn(second);
    const { data } = await client.call<{ total: number; items: Row[] }>(
      'GET',
      '/credentials/paging?pageSize=1000',
    );
    const names = new Set(data.items.map((row) => row.name));
    expect(stored.filter((name) => !names.has(name))).toEqual([]);

    const last = data.items.find((row) => row.name === stored.at(-1));
    const revealed = await client.call<{ password: string }>('POST', `/credentials/${last?.id}/reveal`, {
      password: PASSWORD,
    });
    expect(revealed.data.password).toBe(`secret of ${last?.name}`);

    const env = { JADEGATE_DATA_DIR: second.dataDir, ...(database && { DATABASE_URL: database.url }) };
    const verified = await command(process.execPath, [CLI, 'audit', 'verify'], env);
    expect(verified.stdout).toContain('the audit chain is whole');
    expect(verified.code).toBe(0);
    await second.dispose();
    await database?.drop();
  });

  it('SIGTERM lets the write under way finish and ends cleanly', async () => {
    const database = await makeDatabase();
    const product = await Product.start({
      env: { JADEGATE_ADMIN_PASSWORD: PASSWORD },
      ...(database && { databaseUrl: database.url }),
    });
    const client = await signedIn(product);
    // Opening a well protected key takes about a second, so the request is surely under way when the signal comes.
    const privateKey = await protectedKey('open sesame');
    const writing = client.call('POST', '/credentials', {
      name: 'last words',
      type: 'private-key',
      privateKey,
      passphrase: 'open sesame',
    });
    await sleep(100);
    const started = Date.now();
    const [{ code }, exit] = await Promise.all([writing, product.stop()]);
    expect(code).toBe(1);
    expect(exit).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
    await product.dispose();
    await database?.drop();
  });
});
