import { readFile } from 'node:fs/promises';

import { LANGUAGES, translate, type Sentence, type SentenceParams } from '@jadegate/contract/language';
import type {
  NextTerminalRemark,
  NextTerminalReport,
} from '@jadegate/contract/operations/next-terminal-import';
import {
  NEXT_TERMINAL_REASONS,
  NEXT_TERMINAL_SECTION_WORDS,
} from '@jadegate/contract/operations/next-terminal-import.words';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';

import { ConfigError, type Config } from '../config.ts';
import { Secret } from '../kernel/secret.ts';
import type { OldPlace } from '../operations/next-terminal-import/open-origin.ts';
import { askUnseen } from './ask-unseen.ts';
import { OPERATOR } from './operator.ts';
import { print, printable } from './print.ts';
import type { Verb } from './verb.ts';

/** What the old product uses where nobody chose a key. */
const USUAL_KEY = 'next-terminal';
const USUAL_PORT = 3306;
/** One that was killed holds its place until it is known to be dead: whoever runs it again need not know. */
const PATIENCE_MS = 30_000;

export const IMPORT_VERBS: Record<string, Verb> = {
  'import next-terminal': {
    summary:
      'brings people, assets, grants and records of Next Terminal 1.3: from its nt.db, its backup file or mysql://account@host:port/database',
    options: {
      from: { type: 'string', about: 'the file, or mysql://account@host:port/database' },
      'key-file': {
        type: 'string',
        about: 'a file with its encryption-key; JADEGATE_IMPORT_KEY or asked for unless said',
      },
      recordings: {
        type: 'string',
        about: 'its folder of recordings, with one folder for each session; none are brought unless said',
      },
      files: {
        type: 'string',
        about: 'its folder of files (drive), with one folder for each space; none are brought unless said',
      },
      administrators: { type: 'boolean', about: 'whoever is an administrator there becomes one here' },
      'dry-run': { type: 'boolean', about: 'says what would be brought, and writes nothing' },
    },
    async run({ nextTerminalImports }, { config, text, isSet }) {
      const from = text('from');
      if (from === undefined || from === '') {
        print('--from <file> or --from mysql://account@host:port/database is needed');
        return 2;
      }
      const report = await nextTerminalImports.run(OPERATOR, await placeOf(from, config), {
        encryptionKey: await readKey(text('key-file'), config),
        isDryRun: isSet('dry-run'),
        recordings: text('recordings'),
        files: text('files'),
        makesAdministrators: isSet('administrators'),
        patienceMs: PATIENCE_MS,
      });
      printReport(report);
      return 0;
    },
  },
};

/** Secrets are no arguments: those are seen by everybody on the machine. */
async function placeOf(from: string, { importPassword }: Config): Promise<OldPlace> {
  if (!/^(mysql|mariadb):/i.test(from)) {
    return { kind: 'file', path: from };
  }
  const url = URL.canParse(from) ? new URL(from) : undefined;
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  if (!url || url.password !== '' || database === '' || database.includes('/')) {
    throw new ConfigError(
      'a database is named as mysql://account@host:port/database; its password goes into JADEGATE_IMPORT_PASSWORD',
    );
  }
  const password =
    importPassword ?? (process.stdin.isTTY ? await askUnseen('password of the database: ') : '');
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? USUAL_PORT : Number(url.port),
    database,
    username: decodeURIComponent(url.username),
    password: new Secret(password),
  };
}

async function readKey(file: string | undefined, { importKey }: Config): Promise<Secret> {
  if (file !== undefined) {
    const read = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new ConfigError(`${file} cannot be read`, { cause });
    });
    return new Secret(read.replace(/\r?\n$/, ''));
  }
  if (importKey !== undefined && importKey !== '') {
    return new Secret(importKey);
  }
  const typed = process.stdin.isTTY
    ? await askUnseen(`encryption-key (${USUAL_KEY} unless it was set): `)
    : '';
  return new Secret(typed === '' ? USUAL_KEY : typed);
}

const both = (sentence: Sentence, params: Record<string, string> = {}) =>
  LANGUAGES.map((language) => translate(sentence, language, params)).join(' | ');

function printReport({ sections, roles, isDryRun }: NextTerminalReport): void {
  printBoth(isDryRun ? OPERATOR_WORDS.import_dry_run : OPERATOR_WORDS.imported);
  for (const { section, found, brought, known, left, leftOnes, changed, changedOnes } of sections) {
    for (const language of LANGUAGES) {
      const name = translate(NEXT_TERMINAL_SECTION_WORDS[section], language);
      const params = { section: name, found, brought, known, left, changed };
      print(translate(OPERATOR_WORDS.imported_section, language, params));
    }
    printRemarks('-', leftOnes, left);
    printRemarks('~', changedOnes, changed);
  }
  for (const { name, menus, missing } of roles) {
    const [may, not] = [menus, missing].map((list) => printable(list.join(', ')) || '0');
    printBoth(OPERATOR_WORDS.imported_role, { name: printable(name), menus: may ?? '', missing: not ?? '' });
  }
}

function printBoth(sentence: Sentence, params: SentenceParams = {}): void {
  LANGUAGES.forEach((language) => print(translate(sentence, language, params)));
}

function printRemarks(mark: string, remarks: readonly NextTerminalRemark[], count: number): void {
  for (const { name, reason, about } of remarks) {
    print(`  ${mark} ${printable(name)}: ${printable(both(NEXT_TERMINAL_REASONS[reason], { about }))}`);
  }
  if (count > remarks.length) {
    print(`  ${mark} … ${count - remarks.length}`);
  }
}
