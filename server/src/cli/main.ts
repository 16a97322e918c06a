import { parseArgs } from 'node:util';

import { BACKUP_EXISTING, type BackupExisting } from '@jadegate/contract/backup';
import { say } from '@jadegate/contract/language';
import { SUPER_ADMIN_ID } from '@jadegate/contract/role';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import * as z from 'zod';

import { readConfig } from '../config.ts';
import { AppError } from '../kernel/app-error.ts';
import { createLogger } from '../kernel/logger.ts';
import { sizeText } from '../kernel/size.ts';
import { createServices, type Services } from '../services.ts';
import { explainStartFailure } from '../start-failure.ts';
import { backUp, restore } from './backup.ts';
import { installGuacd } from './install-guacd.ts';

interface Flags {
  forgetOld: boolean;
  existing: BackupExisting;
  firstAdmin: BackupExisting;
  backupPassphrase: string | undefined;
  before: string | undefined;
}

interface Verb {
  summary: string;
  /** Words after the verb that it needs. */
  takes?: readonly string[];
  /** The process exit code. */
  run(services: Services, flags: Flags, args: readonly string[]): Promise<number>;
}

const OPERATOR = { address: 'local', userAgent: 'jadegate', language: 'zh-TW', requestId: '' } as const;

const VERBS: Record<string, Verb> = {
  'reset-admin': {
    summary: 'gives the first administrator a new one-time password and ends their logins',
    async run({ database, users, logins, accessTokens, loginPolicies, audit }) {
      const { username } = await users.get(SUPER_ADMIN_ID);
      const password = await database.transact(async (tx) => {
        const fresh = await users.resetFirstAdmin(tx);
        await logins.endAllOf(SUPER_ADMIN_ID, tx);
        await accessTokens.revokeAllOf(SUPER_ADMIN_ID, tx);
        await logins.clearLock(username, tx);
        await loginPolicies.unbindAllOf(SUPER_ADMIN_ID, tx);
        const object = { type: 'user', id: SUPER_ADMIN_ID, name: username };
        await audit.write(OPERATOR, { action: 'user.password-reset', object }, tx);
        return fresh;
      });
      print(`administrator account: ${username}`);
      print(`administrator password (shown once): ${password.expose()}`);
      return 0;
    },
  },
  'audit verify': {
    summary: 'checks the chain of audit entries and names the first broken one',
    async run({ auditArchives }) {
      const { entries, brokenAt, archived, unread } = await auditArchives.verify();
      if (unread > 0) {
        print(`${unread} entries lie in archives of other servers and were not read`);
      }
      if (brokenAt === undefined) {
        print(
          `the audit chain is whole: ${entries} entries${archived > 0 ? `, ${archived} of them archived` : ''}`,
        );
        return 0;
      }
      print(`the audit chain is broken at entry ${brokenAt}; ${entries} entries before it are whole`);
      return 1;
    },
  },
  'audit archive': {
    summary:
      'moves entries before a day (--before YYYY-MM-DD, 30 days ago at least) into files that stay readable',
    async run({ auditArchives }, { before = '' }) {
      const time = /^\d{4}-\d\d-\d\d$/.test(before) ? Date.parse(`${before}T00:00:00`) : Number.NaN;
      if (Number.isNaN(time)) {
        print('which ones? For example: npx jadegate audit archive --before 2026-01-01');
        return 2;
      }
      let total = 0;
      for (let entries = 1; entries > 0; total += entries) {
        entries = await auditArchives.archivePart(OPERATOR, time);
        if (entries > 0) {
          print(`${total + entries} entries`);
        }
      }
      print(`${total} entries were archived`);
      return 0;
    },
  },
  'vault rotate': {
    summary:
      'seals every secret under a new master key (--forget-old also drops the old keys; stop the server first)',
    async run({ vault, audit }, { forgetOld }) {
      const { resealed } = await vault.rotate({ forgetOld });
      const object = { type: 'vault', id: '', name: '' };
      await audit.writeAlone(OPERATOR, { action: 'vault.rotated', object, detail: { resealed, forgetOld } });
      print(`${resealed} secrets were sealed under the new key`);
      return 0;
    },
  },
};

const SEARCH_VERBS: Record<string, Verb> = {
  'search rebuild': {
    summary: 'makes the search index anew from the recordings; the server may go on meanwhile',
    async run({ searchIndexer }) {
      const count = await searchIndexer.rebuild((sessions) => print(`${sessions} sessions`));
      print(`the search index is whole: ${count} sessions`);
      return 0;
    },
  },
};

const FILES_PER_LINE = 1000;

const STORAGE_VERBS: Record<string, Verb> = {
  'storage move': {
    summary:
      'moves recordings that are over and the files of spaces to S3; can be broken off and begun again, the server may go on meanwhile',
    async run({ recordingMover, storageMove }) {
      if (!recordingMover.hasStore) {
        print(
          'S3 is not set up: S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed (docs/operations.md)',
        );
        return 1;
      }
      const count = await recordingMover.moveAll(({ moved, total }) =>
        print(`${moved} of ${total} recordings`),
      );
      print(`${count} recordings were moved to S3`);
      let told = 0;
      const { files, bytes, kept } = await storageMove.moveAll((moved) => {
        if (moved.files >= told + FILES_PER_LINE) {
          told = moved.files;
          print(`${moved.files} files, ${sizeText(moved.bytes)}`);
        }
      });
      print(`${files} files of storage spaces were moved to S3, ${sizeText(bytes)}`);
      for (const path of kept) {
        print(`stayed on the disk, because something else stands in its place or it is no file: ${path}`);
      }
      return kept.length === 0 ? 0 : 1;
    },
  },
};

const BACKUP_VERBS: Record<string, Verb> = {
  backup: {
    summary: 'writes all configuration with its secrets to an encrypted file',
    takes: ['<file>'],
    run: ({ backups }, { backupPassphrase: given }, [file = '']) =>
      backUp(backups, OPERATOR, file, { given, print }),
  },
  restore: {
    summary: 'reads such a file back (--existing keep|replace; --first-admin keep|replace)',
    takes: ['<file>'],
    async run(services, { existing, firstAdmin, backupPassphrase: given }, [file = '']) {
      const options = { existing, firstAdministrator: firstAdmin };
      const code = await restore(services.backups, OPERATOR, file, options, { given, print });
      // A restore may well be the first start of a new installation.
      if (code === 0 && services.firstPassword && firstAdmin === 'keep') {
        print(`administrator password (shown once): ${services.firstPassword.expose()}`);
      }
      return code;
    },
  },
};

/** These change the machine and not the product: neither settings nor database are opened for them. */
const MACHINE_VERBS: Record<string, { summary: string; run: () => Promise<number> }> = {
  'guacd install': {
    summary: 'installs guacd, which carries remote desktops, on Debian (root)',
    run: () => installGuacd(print),
  },
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const ALL_VERBS = { ...VERBS, ...SEARCH_VERBS, ...STORAGE_VERBS, ...BACKUP_VERBS };
export const VERB_NAMES = Object.keys(ALL_VERBS);

/** The verb these words name, and what is left for it. */
function findVerb(words: readonly string[]): { verb: Verb; args: readonly string[] } | undefined {
  for (const [name, verb] of Object.entries(ALL_VERBS)) {
    const length = name.split(' ').length;
    const args = words.slice(length);
    if (words.slice(0, length).join(' ') === name && args.length === (verb.takes ?? []).length) {
      return { verb, args };
    }
  }
  return undefined;
}

function usage(): number {
  print('usage: npx jadegate <verb>');
  for (const [name, { summary, takes = [] }] of Object.entries(ALL_VERBS)) {
    print(`  ${[name, ...takes].join(' ').padEnd(16)} ${summary}`);
  }
  for (const [name, { summary }] of Object.entries(MACHINE_VERBS)) {
    print(`  ${name.padEnd(16)} ${summary}`);
  }
  return 2;
}

export async function runCli(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'forget-old': { type: 'boolean', default: false },
      existing: { type: 'string', default: 'keep' },
      'first-admin': { type: 'string', default: 'keep' },
      before: { type: 'string' },
    },
  });
  const machine = MACHINE_VERBS[positionals.join(' ')];
  if (machine) {
    return machine.run();
  }
  const found = findVerb(positionals);
  const choice = z.enum(BACKUP_EXISTING);
  const existing = choice.safeParse(values.existing);
  const firstAdmin = choice.safeParse(values['first-admin']);
  if (!found || !existing.success || !firstAdmin.success) {
    return usage();
  }
  const config = readConfig();
  const services = await createServices({ ...config, logger: createLogger('warn') });
  try {
    const flags = {
      forgetOld: values['forget-old'],
      existing: existing.data,
      firstAdmin: firstAdmin.data,
      backupPassphrase: config.backupPassphrase,
      before: values.before,
    };
    return await found.verb.run(services, flags, found.args);
  } finally {
    await services.close();
  }
}

export function explainCliFailure(error: unknown): string {
  if (error instanceof AppError) {
    return say(ERROR_WORDS[error.code], 'en', error.params);
  }
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isUsage ? `${error.message} (run: npx jadegate)` : explainStartFailure(error);
}
