import {
  ForeignDatabaseError,
  type ForeignPage,
  type ForeignTable,
  type FoundTable,
} from '../../db/foreign/foreign-database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import type { OldOrigin } from './old-origin.ts';
import { columnsOf, keyOf, MOST_ROW_BYTES, type OldTable } from './old-tables.ts';

interface Foreign {
  hasTable(table: string): Promise<boolean>;
  pages(table: ForeignTable): AsyncIterable<ForeignPage>;
  tables(): Promise<readonly FoundTable[]>;
  close(): Promise<void>;
}

/** The old product's database, whichever engine it is in. */
export class OldDatabase implements OldOrigin {
  readonly kind: 'sqlite' | 'mysql';
  readonly isSealed = true;
  readonly #database: Foreign;

  constructor(kind: 'sqlite' | 'mysql', database: Foreign) {
    this.kind = kind;
    this.#database = database;
  }

  hasTable(table: OldTable): Promise<boolean> {
    return asUnreadable(() => this.#database.hasTable(table));
  }

  async *pages(table: OldTable): AsyncIterable<ForeignPage> {
    const wanted = {
      name: table,
      key: keyOf(table),
      columns: columnsOf(table),
      mostRowBytes: MOST_ROW_BYTES,
    };
    const pages = this.#database.pages(wanted)[Symbol.asyncIterator]();
    for (;;) {
      const next = await asUnreadable(() => pages.next());
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  }

  tables(): Promise<readonly FoundTable[]> {
    return asUnreadable(() => this.#database.tables());
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** A server of MySQL's that was reached, and does not let this account in there. */
const REFUSED =
  /^ER_(ACCESS_DENIED|DBACCESS_DENIED|TABLEACCESS_DENIED|BAD_DB|NOT_SUPPORTED_AUTH_MODE|HOST_NOT_PRIVILEGED)/;

/** What cannot be read is said in a sentence. */
export async function asUnreadable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof DialError) {
      throw new AppError('next_terminal.database_unreachable', { params: { reason: cause.kind }, cause });
    }
    if (cause instanceof ForeignDatabaseError) {
      const { reason } = cause;
      const code = REFUSED.test(reason) ? 'next_terminal.database_refused' : 'next_terminal.unreadable';
      throw new AppError(code, { params: { reason }, cause });
    }
    throw cause;
  }
}
