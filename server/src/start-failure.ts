import { ConfigError } from './config.ts';
import { DemoDirectoryError } from './data-directory.ts';
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
  DemoDirectoryError,
  MasterKeyError,
  SigningKeyError,
  WeakKeyError,
  NewerDatabaseError,
  UpgradeCopyError,
  TablesInUseError,
  CertificateError,
];

/** What an operator reads when the server does not start. */
export const explainStartFailure = (error: unknown): string =>
  `Jadegate did not start: ${explainTrouble(error)}`;

/** What is wrong and what to do, without a stack where none helps. */
export function explainTrouble(error: unknown): string {
  if (EXPLAINED.some((known) => error instanceof known)) {
    return (error as Error).message;
  }
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'EADDRINUSE') {
    return 'the port is taken by another program; stop it or set JADEGATE_PORT.';
  }
  if (code !== undefined && FILE_PROBLEMS.includes(code)) {
    return `${String(error)}. Check that JADEGATE_DATA_DIR can be written and the port may be used.`;
  }
  const refusal = databaseRefusal(error);
  if (refusal !== undefined) {
    return refusal;
  }
  if (postgresEngine.outage(error) ?? sqliteEngine.outage(error)) {
    return `the database cannot be used (${reason(error)}). Check DATABASE_URL, the server and the disk.`;
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
