import type { NextTerminalReport } from '@jadegate/contract/operations/next-terminal-import';

import type { ForeignPage, FoundTable } from '../../db/foreign/foreign-database.ts';
import type { OldTable } from './old-tables.ts';

/** An old installation, wherever it lies. It is only ever read. */
export interface OldOrigin {
  kind: NextTerminalReport['origin'];
  /** Secrets of credentials and assets come sealed under its key, unless a row says otherwise. */
  isSealed: boolean;
  hasTable(table: OldTable): Promise<boolean>;
  pages(table: OldTable): AsyncIterable<ForeignPage>;
  /** All that there is, whether it is read or not. */
  tables(): Promise<readonly FoundTable[]>;
  close(): Promise<void>;
}
