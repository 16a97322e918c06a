import type { NextTerminalRemark } from '@jadegate/contract/operations/next-terminal-import';

import { AppError } from '../../kernel/app-error.ts';
import type { OldOrigin } from './old-origin.ts';
import { mostRows, NEEDED_TABLES, parseOld, type OldRow, type OldTable } from './old-tables.ts';

/** A table as it was read: rows that are what they should be, and what became of the others. */
export interface OldRows<Table extends OldTable> {
  rows: OldRow<Table>[];
  refused: NextTerminalRemark[];
  refusedCount: number;
}

/** Remarks about rows that cannot be read are kept in memory: a hostile file may be full of them. */
const MOST_REMARKS = 50;

export async function refuseForeign(origin: OldOrigin): Promise<void> {
  for (const table of NEEDED_TABLES) {
    if (!(await origin.hasTable(table))) {
      throw new AppError('next_terminal.not_next_terminal', { params: { table } });
    }
  }
}

/** All rows of one table, each checked. A table that a version does not have is empty. */
export async function readOld<Table extends OldTable>(
  origin: OldOrigin,
  table: Table,
): Promise<OldRows<Table>> {
  const found: OldRows<Table> = { rows: [], refused: [], refusedCount: 0 };
  const refuse = (name: string, reason: 'malformed' | 'too_large', about: string) => {
    found.refusedCount += 1;
    if (found.refused.length < MOST_REMARKS) {
      found.refused.push({ name, reason, about });
    }
  };
  if (!(await origin.hasTable(table))) {
    return found;
  }
  const most = mostRows(table);
  for await (const { rows, tooLarge } of origin.pages(table)) {
    if (tooLarge > 0) {
      refuse(table, 'too_large', String(tooLarge));
      found.refusedCount += tooLarge - 1;
    }
    for (const row of rows) {
      const parsed = parseOld(table, row);
      if ('row' in parsed) {
        found.rows.push(parsed.row);
      } else {
        refuse(nameOf(row), 'malformed', parsed.fault);
      }
    }
    if (found.rows.length + found.refusedCount > most) {
      throw new AppError('next_terminal.too_many', { params: { table, most } });
    }
  }
  return found;
}

function nameOf(row: Record<string, unknown>): string {
  const name = [row.name, row.username, row.id].find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name.slice(0, 100) : '?';
}

export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) {
      group.push(item);
    } else {
      groups.set(key, [item]);
    }
  }
  return groups;
}
