// On both engines: a key is rotated while another process runs.
import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { openDatabase, type Database } from '../../db/database.ts';
import { Keyring, WeakKeyError } from '../../kernel/keyring.ts';
import { createLogger } from '../../kernel/logger.ts';
import { Secret } from '../../kernel/secret.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { MasterKeyError } from './master-key.ts';
import { VaultService } from './vault.service.ts';

const logger = createLogger('silent');

async function withDatabase(work: (database: Database, dataDir: string) => Promise<void>): Promise<void> {
  const place = await createTestDatabase();
  const database = await openDatabase({ ...place, version: '1.0.0', logger });
  try {
    await work(database, place.dataDir);
  } finally {
    await database.close();
    await place.remove();
  }
}

const put = (database: Database, vault: VaultService, owner: string, value: string) =>
  database.transact((tx) => vault.put(owner, 'password', new Secret(value), tx));

describe('the vault', () => {
  it('gives back what it was given, and stores none of it in clear', () =>
    withDatabase(async (database, dataDir) => {
      const vault = await VaultService.open(database, { dataDir });
      await put(database, vault, 'thing:1', '密碼 hunter2');
      expect((await vault.get('thing:1', 'password'))?.expose()).toBe('密碼 hunter2');
      expect(await vault.get('thing:2', 'password')).toBeUndefined();
      const rows = await database.db.selectFrom('vault_secret').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('hunter2');
      expect(statSync(path.join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    }));

  it('does not open a value that was copied to another place', () =>
    withDatabase(async (database, dataDir) => {
      const vault = await VaultService.open(database, { dataDir });
      await put(database, vault, 'thing:1', 'a');
      await put(database, vault, 'thing:2', 'b');
      const row = await database.db
        .selectFrom('vault_secret')
        .select('sealed')
        .where('owner', '=', 'thing:1')
        .executeTakeFirstOrThrow();
      await database.db.updateTable('vault_secret').set(row).where('owner', '=', 'thing:2').execute();
      await expect(vault.get('thing:2', 'password')).rejects.toThrow('unable to authenticate data');
    }));

  it('rotates its key while another process runs, keeps everything readable, and can forget the old key', () =>
    withDatabase(async (database, dataDir) => {
      const running = await VaultService.open(database, { dataDir });
      await put(database, running, 'thing:1', 'kept');
      const before = readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim();

      const operator = await VaultService.open(database, { dataDir });
      expect(await operator.rotate({ forgetOld: false })).toEqual({ resealed: 1 });
      expect((await running.get('thing:1', 'password'))?.expose()).toBe('kept');

      expect(await operator.rotate({ forgetOld: true })).toEqual({ resealed: 1 });
      const after = readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim();
      expect(after.split('\n')).toHaveLength(1);
      expect(after).not.toBe(before);
      const reopened = await VaultService.open(database, { dataDir });
      expect((await reopened.get('thing:1', 'password'))?.expose()).toBe('kept');
      const old = Keyring.parse(before);
      const row = await database.db.selectFrom('vault_secret').select('sealed').executeTakeFirstOrThrow();
      expect(() => old.open(row.sealed, 'thing:1/password')).toThrow('unknown key');
    }));

  it('refuses to start with no key, another key, or a key that others can read, once there are secrets', () =>
    withDatabase(async (database, dataDir) => {
      const vault = await VaultService.open(database, { dataDir });
      await vault.systemSecret('audit-key');
      const file = path.join(dataDir, 'master.key');
      chmodSync(file, 0o644);
      await expect(VaultService.open(database, { dataDir })).rejects.toThrow('chmod 600');
      chmodSync(file, 0o600);
      renameSync(file, `${file}.away`);
      await expect(VaultService.open(database, { dataDir })).rejects.toThrow(MasterKeyError);
      const other = await VaultService.open(database, { dataDir, masterKey: Keyring.generate().serialise() });
      await expect(other.systemSecret('audit-key')).rejects.toThrow('does not open');
    }));

  it('refuses keys that somebody typed', () => {
    const typed = [
      Buffer.alloc(32).toString('base64'),
      Buffer.from('next-terminal').toString('base64'),
      Buffer.from('a'.repeat(32)).toString('base64'),
      '',
    ];
    for (const key of typed) {
      expect(() => Keyring.parse(key)).toThrow(WeakKeyError);
    }
  });
});
