import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { translate, type Sentence, type SentenceParams } from '@jadegate/contract/language';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';

import type { Config } from '../config.ts';
import { Secret } from '../kernel/secret.ts';
import { sizeText } from '../kernel/size.ts';
import { openTarget } from '../operations/full-backup/backup-target.ts';
import { FullBackupReader } from '../operations/full-backup/full-backup-reader.ts';
import type { Manifest } from '../operations/full-backup/full-backup.format.ts';
import { OPERATOR } from './operator.ts';
import { print } from './print.ts';
import type { Verb } from './verb.ts';

/** Of the tables, those that tell somebody whether it is the installation they mean. */
const TOLD_TABLES = ['user', 'asset', 'credential', 'session', 'audit_log', 'storage'];
const NAMED_FILES = 20;

function printBoth(sentence: Sentence, params: SentenceParams = {}): void {
  print(translate(sentence, 'zh-TW', params));
  print(translate(sentence, 'en', params));
}

function printUnread({ count, paths }: Manifest['unread']): void {
  if (count > 0) {
    printBoth(OPERATOR_WORDS.full_backup_unread, { count });
    paths.slice(0, NAMED_FILES).forEach((one) => print(`  ${one}`));
  }
}

export const FULL_BACKUP_VERBS: Record<string, Verb> = {
  'full-backup create': {
    summary:
      'writes database, recordings, files and archives, without the master key, to an empty folder or s3://bucket/folder',
    takes: ['<target>'],
    async run({ fullBackups }, { args: [target = ''], config: { backupPassphrase } }) {
      const passphrase = backupPassphrase ? new Secret(backupPassphrase) : undefined;
      const { manifest, target: name } = await fullBackups.create(OPERATOR, target, { passphrase });
      const { files, bytes, missing, unread, database } = manifest;
      printBoth(OPERATOR_WORDS.full_backup_made, {
        target: name,
        files,
        size: sizeText(bytes),
        database: sizeText(database.bytes),
      });
      if (missing.count > 0) {
        printBoth(OPERATOR_WORDS.full_backup_missing, { count: missing.count });
      }
      printUnread(unread);
      printBoth(OPERATOR_WORDS.full_backup_key);
      return unread.count > 0 ? 1 : 0;
    },
  },
  'full-backup rehearse': {
    summary: 'restores such a backup into a throw-away folder, compares every file and says what it found',
    takes: ['<target>'],
    options: {
      'key-file': {
        type: 'string',
        about: 'the master key that is kept apart; that of the settings unless said',
      },
      'work-dir': {
        type: 'string',
        about: 'where there is room for the database; the temporary folder unless said',
      },
    },
    async runAlone({ args: [name = ''], text, readSettings }) {
      const config = readSettings();
      const target = await openTarget(name, config.s3);
      try {
        const masterKey = await readMasterKey(text('key-file'), config);
        const found = await new FullBackupReader(target).rehearse(text('work-dir') ?? tmpdir(), masterKey);
        const { manifest, database, files, bytes, absent, changed, keyFits } = found;
        printBoth(OPERATOR_WORDS.rehearsed_from, { product: manifest.product, created: manifest.created });
        const total = Object.values(database.rows).reduce((sum, count) => sum + count, 0);
        const told = TOLD_TABLES.map((table) => `${table} ${database.rows[table] ?? 0}`).join(', ');
        printBoth(database.isWhole ? OPERATOR_WORDS.rehearsed_database : OPERATOR_WORDS.rehearsed_broken, {
          engine: manifest.engine,
          tables: Object.keys(database.rows).length,
          total,
          told,
        });
        printBoth(OPERATOR_WORDS.rehearsed_files, { files, wanted: manifest.files, size: sizeText(bytes) });
        for (const [paths, words] of [
          [absent, OPERATOR_WORDS.rehearsed_absent],
          [changed, OPERATOR_WORDS.rehearsed_changed],
        ] as const) {
          if (paths.length > 0) {
            printBoth(words, { count: paths.length });
            paths.slice(0, NAMED_FILES).forEach((one) => print(`  ${one}`));
          }
        }
        if (manifest.missing.count > 0) {
          printBoth(OPERATOR_WORDS.full_backup_missing, { count: manifest.missing.count });
        }
        printUnread(manifest.unread);
        printBoth(
          keyFits === undefined
            ? OPERATOR_WORDS.rehearsed_no_key
            : keyFits
              ? OPERATOR_WORDS.rehearsed_key_fits
              : OPERATOR_WORDS.rehearsed_key_wrong,
        );
        const amiss = absent.length + changed.length + manifest.unread.count;
        const isGood = database.isWhole && amiss === 0 && keyFits === true;
        return isGood ? 0 : 1;
      } finally {
        await target.close();
      }
    },
  },
  'full-backup restore': {
    summary: 'makes a new data directory of such a backup; the master key is put there by hand',
    takes: ['<target>'],
    options: { into: { type: 'string', about: 'the new data directory; must be empty or not there' } },
    async runAlone({ args: [name = ''], text, readSettings }) {
      const into = text('into');
      if (into === undefined) {
        print('--into <folder> is needed');
        return 2;
      }
      const config = readSettings();
      const target = await openTarget(name, config.s3);
      try {
        const folder = path.resolve(into);
        const { files } = await new FullBackupReader(target).restore(folder, config);
        printBoth(OPERATOR_WORDS.full_restored, { folder, files });
        return 0;
      } finally {
        await target.close();
      }
    },
  },
};

/** Undefined where there is none. */
async function readMasterKey(
  file: string | undefined,
  { masterKey, dataDir }: Config,
): Promise<string | undefined> {
  if (file !== undefined) {
    return readFile(file, 'utf8');
  }
  return masterKey ?? (await readFile(path.join(dataDir, 'master.key'), 'utf8').catch(() => undefined));
}
