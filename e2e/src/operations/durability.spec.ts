import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { describe, expect, it } from 'vitest';

import { Client, type Answer } from '../support/client.ts';
import { command } from '../support/command.ts';
import { createDatabase, type Database } from '../support/postgres.ts';
import { Product } from '../support/product.ts';
import { isSoak, shortOrSoak } from '../support/soak.ts';

const PASSWORD = 'a password for tests';
const CLI = fileURLToPath(new URL('../../../server/bin/jadegate.mjs', import.meta.url));
const WRITES = shortOrSoak(250, 1000);
const WRITERS = 8;

async function signedIn(product: Product): Promise<Client> {
  const client = new Client(product.url);
  await client.login('admin', PASSWORD);
  return client;
}

async function tokenAt({ url }: Product): Promise<string> {
  const login = { username: 'admin', password: PASSWORD };
  return (await new Client(url).make<{ token: string }>('/login', login)).token;
}

/** Writes credentials until the server dies; answers the names that it said were stored, and what else it said. */
async function writeUntilDeath(client: Client, onStored: (count: number) => void) {
  const stored: string[] = [];
  const refused: string[] = [];
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < WRITES) {
      const name = `credential ${next++}`;
      try {
        const { code, message } = await client.call('POST', '/credentials', {
          name,
          type: 'custom',
          password: `secret of ${name}`,
        });
        if (code === 1) {
          onStored(stored.push(name));
        } else {
          refused.push(message);
        }
      } catch {
        return; // the server is gone: this write was never acknowledged
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return { stored, refused };
}

async function protectedKey(passphrase: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-key-'));
  try {
    await command('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, 'key')]);
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
  ...(isSoak ? [['PostgreSQL', createDatabase] as [string, typeof createDatabase]] : []),
];

describe.each(engines)('on %s', (_engine, makeDatabase) => {
  it('kill -9 in the middle of many writes loses no acknowledged one, and SIGTERM lets one under way finish', async () => {
    const database = await makeDatabase();
    const options = {
      env: { JADEGATE_ADMIN_PASSWORD: PASSWORD },
      ...(database && { databaseUrl: database.url }),
    };
    const first = await Product.start(options);
    const killAt = Math.floor(WRITES * (0.3 + Math.random() * 0.4));
    let death: Promise<void> | undefined;
    const { stored, refused } = await writeUntilDeath(await signedIn(first), (count) => {
      if (count === killAt) {
        death = first.kill9();
      }
    });
    await death;
    expect(refused).toEqual([]);
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

    await stopsInTheMiddle(second);
    const env = { JADEGATE_DATA_DIR: second.dataDir, ...(database && { DATABASE_URL: database.url }) };
    const verified = await command(process.execPath, [CLI, 'audit', 'verify'], env);
    expect(verified.stdout).toContain('the audit chain is whole');
    expect(verified.code).toBe(0);
    await second.dispose();
    await database?.drop();
  });
});

/**
 * Opening a protected key takes a moment: the product is told to stop in the middle of that. Not a long one, since a
 * product that is told to stop waits only so long, and a busy machine makes much of it.
 */
async function stopsInTheMiddle(product: Product): Promise<void> {
  const privateKey = await protectedKey('open sesame');
  const body = { name: 'last words', type: 'private-key', privateKey, passphrase: 'open sesame' };
  const { writing, isTaken } = beginWrite(product.url, await tokenAt(product), body);
  await isTaken;
  const started = Date.now();
  const [{ code }, exit] = await Promise.all([writing, product.stop()]);
  expect(code).toBe(1);
  expect(exit).toBe(0);
  expect(Date.now() - started).toBeLessThan(shortOrSoak(30_000, 10_000));
}

/** `isTaken` when the server has begun with it, as it says itself: it asks for the body. */
function beginWrite(url: string, token: string, body: object) {
  const call = request(`${url}/credentials`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: token, 'content-type': 'application/json', expect: '100-continue' },
  });
  const isTaken = new Promise<void>((resolve) => {
    call.once('continue', () => call.end(JSON.stringify(body), resolve));
  });
  const writing = new Promise<Answer<unknown>>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      text(response).then((answer) => resolve(JSON.parse(answer) as Answer<unknown>), reject);
    });
  });
  call.flushHeaders();
  return { writing, isTaken };
}
