import { LANGUAGES, translate, type Language } from '@jadegate/contract/language';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';

import { ConfigError } from './config.ts';
import { DemoError } from './data-directory.ts';
import { databaseRefusal } from './db/database-trouble.ts';
import { postgresEngine, sqliteEngine } from './db/dialect.ts';
import { TablesInUseError } from './db/migrate.ts';
import { NewerDatabaseError } from './db/newer-database.ts';
import { UpgradeCopyError } from './db/upgrade-copy.ts';
import { CertificateError } from './http/certificate.ts';
import { WeakKeyError } from './kernel/keyring.ts';
import { SigningKeyError } from './platform/signing/signing-key-store.ts';
import { MasterKeyError } from './platform/vault/master-key.ts';

const FILE_PROBLEMS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENOSPC'];

/** These say by themselves what is wrong and what to do. */
const EXPLAINED = [
  ConfigError,
  DemoError,
  MasterKeyError,
  SigningKeyError,
  WeakKeyError,
  NewerDatabaseError,
  UpgradeCopyError,
  TablesInUseError,
  CertificateError,
];

/** What an operator reads when the server does not start; what strangers meet first, in both languages. */
export function explainStartFailure(error: unknown): string {
  const code = isExplained(error) ? undefined : (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'EADDRINUSE') {
    return bothLanguages('port_taken');
  }
  if (code !== undefined && FILE_PROBLEMS.includes(code)) {
    return bothLanguages('folder_closed', { reason: (error as Error).message });
  }
  return LANGUAGES.map((language) => {
    const told = reasonIn(error, language);
    return told === undefined
      ? translate(OPERATOR_WORDS.not_started, language, { reason: explainTrouble(error) })
      : translate(OPERATOR_WORDS.refused, language, { reason: told });
  }).join('\n');
}

/** Undefined for what is told in one language. */
function reasonIn(error: unknown, language: Language): string | undefined {
  if (error instanceof DemoError) {
    return error.in(language);
  }
  const refusal = databaseRefusal(error, language);
  if (refusal !== undefined || isExplained(error)) {
    return refusal;
  }
  return postgresEngine.outage(error) || sqliteEngine.outage(error)
    ? translate(OPERATOR_WORDS.database_away, language, { reason: reason(error) })
    : undefined;
}

const isExplained = (error: unknown) => EXPLAINED.some((known) => error instanceof known);

/** Nobody has chosen a language yet. */
function bothLanguages(name: 'port_taken' | 'folder_closed', params: Record<string, string> = {}): string {
  return LANGUAGES.map((language) => translate(OPERATOR_WORDS[name], language, params)).join('\n');
}

/** What is wrong and what to do, without a stack where none helps. */
export function explainTrouble(error: unknown): string {
  if (isExplained(error)) {
    return (error as Error).message;
  }
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code !== undefined && FILE_PROBLEMS.includes(code)) {
    return `${String(error)}. Check that JADEGATE_DATA_DIR can be written and the port may be used.`;
  }
  const told = reasonIn(error, 'en');
  if (told !== undefined) {
    return told;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Drivers put the useful part into the cause; none of them repeats the password of the address. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error
    ? cause.message || ((cause as NodeJS.ErrnoException).code ?? cause.name)
    : String(cause);
}
