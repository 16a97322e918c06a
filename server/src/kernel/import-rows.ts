import {
  IMPORT_STATES,
  type ImportPreview,
  type ImportRow,
  type ImportState,
} from '@jadegate/contract/import';
import { translate, type Language } from '@jadegate/contract/language';
import { IMPORT_WORDS } from '@jadegate/contract/words/import';

import type { CsvRow } from './csv.ts';

export interface CellError<Column extends string> {
  field: Column;
  message: string;
}

/** A row of an imported file after it was looked at. `good` is what would be written. */
export interface CheckedRow<Column extends string, Good> extends CsvRow<Column> {
  state: ImportState;
  errors: CellError<Column>[];
  warnings?: CellError<Column>[];
  good: Good | undefined;
}

/** Bounds of what a preview carries. */
interface PreviewLimits {
  maxRows?: number;
  maxCell?: number;
}

/** Marks rows that name the same thing as an earlier one: the first stands, the others are told where it is. */
export function markRepeats<Column extends string, Good>(
  rows: readonly CheckedRow<Column, Good>[],
  { column, keyOf, language }: { column: Column; keyOf: (cell: string) => string; language: Language },
): CheckedRow<Column, Good>[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const key = keyOf(row.cells[column]);
    const line = first.get(key);
    if (key === '' || line === undefined) {
      first.set(key, row.line);
      return row;
    }
    const message = translate(IMPORT_WORDS.duplicate, language, { line });
    return {
      ...row,
      state: 'duplicate',
      good: undefined,
      errors: [...row.errors, { field: column, message }],
    };
  });
}

/** What the person sees before anything is written. Secret columns are told as given or not. */
export function previewRows<Column extends string, Good>(
  columns: readonly Column[],
  rows: readonly CheckedRow<Column, Good>[],
  secret: readonly Column[] = [],
  { maxRows = Number.POSITIVE_INFINITY, maxCell = Number.POSITIVE_INFINITY }: PreviewLimits = {},
): ImportPreview {
  const tell = (name: Column, cell: string) => {
    if (secret.includes(name)) {
      return cell === '' ? '' : '••••••••';
    }
    return cell.length > maxCell ? `${cell.slice(0, maxCell)}…` : cell;
  };
  const chosen = choose(rows, maxRows);
  const shown = chosen.map(({ line, state, cells, errors, warnings }): ImportRow => ({
    line,
    state,
    cells: Object.fromEntries(columns.map((name) => [name, tell(name, cells[name])])),
    errors,
    ...(warnings && { warnings }),
  }));
  const counts = IMPORT_STATES.map((state) => [state, rows.filter((row) => row.state === state).length]);
  return {
    columns: [...columns],
    counts: Object.fromEntries(counts) as ImportPreview['counts'],
    rows: shown,
    ...(chosen.length < rows.length && { hidden: rows.length - chosen.length }),
  };
}

/** When there are too many, those that will not be imported come first: they are what the person has to see. */
function choose<Row extends { state: ImportState }>(rows: readonly Row[], limit: number): readonly Row[] {
  if (rows.length <= limit) {
    return rows;
  }
  const wrong = rows.filter(({ state }) => state !== 'new').slice(0, limit);
  const good = rows.filter(({ state }) => state === 'new').slice(0, limit - wrong.length);
  const chosen = new Set([...wrong, ...good]);
  return rows.filter((row) => chosen.has(row));
}

/** Several names in one cell: `a; b`, `a、b` or `a | b`. A comma would need quotes and is taken too. */
export function namesIn(cell: string): string[] {
  const names = cell.split(/[;；、|,，]/u).map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}
