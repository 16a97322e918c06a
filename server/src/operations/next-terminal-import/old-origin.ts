import type { NextTerminalReport } from '@jadegate/contract/operations/next-terminal-import';

import type { ForeignPage } from '../../db/foreign/foreign-database.ts';
import type { OldTable } from './old-tables.ts';

/** An old installation, wherever it lies. It is only ever read. */
export interface OldOrigin {
  kind: NextTerminalReport['origin'];
  /** Secrets of credentials and assets come sealed under its key, unless a row says otherwise. */
  isSealed: boolean;
  hasTable(table: OldTable): Promise<boolean>;
  pages(table: OldTable): AsyncIterable<ForeignPage>;
  close(): Promise<void>;
}
