import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { LIMITS } from '@jadegate/contract/limits';
import { BACKUP_EXISTING } from '@jadegate/contract/operations/backup';
import * as z from 'zod';

import { sizeText } from '../kernel/size.ts';
import { backUp, restore } from './backup.ts';
import { checkSettings } from './check-settings.ts';
import { runDoctor } from './doctor/doctor.ts';
import { EVIDENCE_VERBS } from './evidence.ts';
import { FULL_BACKUP_VERBS } from './full-backup.ts';
import { IMPORT_VERBS } from './import-next-terminal.ts';
import { installGuacd } from './install-guacd.ts';
import { OPERATOR } from './operator.ts';
import { print } from './print.ts';
import { listObstacles, printObstacles, switchOff } from './rescue.ts';
import { rotatedText } from './ssh-host-key.ts';
import type { Verb } from './verb.ts';

const OVERLAP = LIMITS.hostKeyOverlapDays;

const VERBS: Record<string, Verb> = {
  'reset-admin': {
    summary: 'gives the first administrator a new one-time password and ends their logins',
    async run({ database, users, logins, signInMeans, loginPolicies, audit }) {
      const { username } = await users.get(SUPER_ADMIN_ID);
      const password = await database.transact(async (tx) => {
        const fresh = await users.resetFirstAdmin(tx);
        await signInMeans.endAllOf(SUPER_ADMIN_ID, tx);
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
      const { entries, brokenAt, archived, unread, checkpoints, contradictedAt } =
        await auditArchives.verify();
      if (unread > 0) {
        print(`${unread} entries lie in archives of other servers and were not read`);
      }
      if (contradictedAt !== undefined) {
        print(`what was signed of the audit log says otherwise about entry ${contradictedAt}`);
        return 1;
      }
      if (brokenAt === undefined) {
        print(`${checkpoints} signed checkpoints agree with it`);
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
    summary: 'moves entries before a day into files that stay readable',
    options: { before: { type: 'string', about: 'YYYY-MM-DD, a day at least 30 days ago' } },
    async run({ auditArchives }, { text }) {
      const before = text('before') ?? '';
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
    summary: 'seals every secret under a new master key',
    options: { 'forget-old': { type: 'boolean', about: 'also drops the old keys; stop the server first' } },
    async run({ vault, audit }, { isSet }) {
      const forgetOld = isSet('forget-old');
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

const SSH_VERBS: Record<string, Verb> = {
  'ssh host-key rotate': {
    summary: 'makes new host keys for people’s SSH clients; the server may go on meanwhile',
    options: {
      'overlap-days': {
        type: 'string',
        about: `until clients are shown the new ones; ${OVERLAP.default} unless said`,
      },
    },
    async run({ ownHostKeys }, { text }) {
      const { min, max } = OVERLAP;
      const wanted = text('overlap-days') ?? String(OVERLAP.default);
      const days = /^\d{1,3}$/.test(wanted) ? Number(wanted) : Number.NaN;
      if (!(days >= min && days <= max)) {
        print(`--overlap-days takes ${min} to ${max}; with 0 clients are shown the new keys at once`);
        return 2;
      }
      rotatedText(await ownHostKeys.rotate(OPERATOR, days), days).forEach((line) => print(line));
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

const WHICH = BACKUP_EXISTING.join(' or ');

const BACKUP_VERBS: Record<string, Verb> = {
  backup: {
    summary: 'writes all configuration with its secrets to an encrypted file',
    takes: ['<file>'],
    run: ({ backups }, { config: { backupPassphrase: given }, args: [file = ''] }) =>
      backUp(backups, OPERATOR, file, { given, print }),
  },
  restore: {
    summary: 'reads such a file back into the installation, all of it or nothing',
    takes: ['<file>'],
    options: {
      existing: { type: 'string', about: `${WHICH} what is there and differs; keep unless said` },
      'first-admin': { type: 'string', about: `${WHICH} the first administrator; keep unless said` },
    },
    async run({ backups }, { config: { backupPassphrase: given }, args: [file = ''], text }) {
      const choice = z.enum(BACKUP_EXISTING).default('keep');
      const existing = choice.safeParse(text('existing'));
      const firstAdministrator = choice.safeParse(text('first-admin'));
      if (!existing.success || !firstAdministrator.success) {
        print(`--existing and --first-admin take ${WHICH}`);
        return 2;
      }
      const options = { existing: existing.data, firstAdministrator: firstAdministrator.data };
      return restore(backups, OPERATOR, file, options, { given, print });
    },
  },
};

const RESCUE_LIST: Verb = {
  summary:
    'lists what may lock people out: access rules, login policies, password login, identity sources, locks, second factors, settings',
  run: async (services, { config }) => printObstacles(await listObstacles(services, config), print),
};

const RESCUE_VERBS: Record<string, Verb> = {
  'rescue off': {
    summary: 'switches off one thing that locks people out, and says how to have it again',
    takes: ['<number|name>'],
    async run(services, { config, args: [wanted = ''] }) {
      const list = () => listObstacles(services, config);
      const code = await switchOff(await list(), wanted, print);
      // The numbers have changed: whoever repeats the last line would switch off something else.
      print('now there is:');
      printObstacles(await list(), print);
      return code;
    },
  },
  'rescue list': RESCUE_LIST,
  rescue: RESCUE_LIST,
};

/** These are not about what is in the product: its services are not built for them. */
const MACHINE_VERBS: Record<string, Verb> = {
  check: {
    summary: 'says whether the settings can be used, and where each comes from',
    runAlone: async ({ readSettings }) => checkSettings(readSettings, print),
  },
  doctor: {
    summary:
      'looks at everything the server needs and says what to do; changes nothing (exit code 0, 1 or 2)',
    runAlone: ({ readSettings }) => runDoctor(readSettings, print),
  },
  'guacd install': {
    summary: 'installs guacd, which carries remote desktops, on Debian (root)',
    runAlone: () => installGuacd(print),
  },
};

export const ALL_VERBS: Readonly<Record<string, Verb>> = {
  ...VERBS,
  ...EVIDENCE_VERBS,
  ...SEARCH_VERBS,
  ...SSH_VERBS,
  ...STORAGE_VERBS,
  ...RESCUE_VERBS,
  ...BACKUP_VERBS,
  ...FULL_BACKUP_VERBS,
  ...IMPORT_VERBS,
  ...MACHINE_VERBS,
};
