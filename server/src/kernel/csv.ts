import { CsvError, parse, type Info } from 'csv-parse/sync';

import { AppError } from './app-error.ts';

/** A cell that begins like a formula would be run by a spreadsheet program; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED_FORMULA = /^'(?=[=+\-@\t\r])/;

/** A cell as it was before `csvLine` made it safe. */
export function plainCell(cell: string): string {
  return cell.replace(QUOTED_FORMULA, '');
}

/** One line of RFC 4180, ended with CR LF. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : cell.replace(FORMULA, "'$&");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}

export interface CsvRow<Column extends string> {
  /** As an editor counts; the last one of a row that has line breaks in it. */
  line: number;
  /** Trimmed; empty where the file has no such column. */
  cells: Record<Column, string>;
}

export interface CsvTable<Column extends string> {
  /** Those the file has, in its order. */
  columns: Column[];
  rows: CsvRow<Column>[];
}

export interface CsvOptions<Column extends string> {
  /** Every column, with the names its header may have; case does not matter. */
  columns: Readonly<Record<Column, readonly string[]>>;
  required: readonly Column[];
  /** The columns that a refusal names, where naming all would be too much. */
  told?: readonly Column[];
  maxRows: number;
}

/** Reads a file that people made: UTF-8 with or without a mark, any line ends, quotes, a header in any order. */
export function readCsv<Column extends string>(file: Buffer, options: CsvOptions<Column>): CsvTable<Column> {
  const [header, ...records] = parseRecords(decodeText(file), options.maxRows);
  const rows = records.filter(({ record }) => record.some((cell) => cell !== ''));
  if (!header || rows.length === 0) {
    throw new AppError('csv.empty');
  }
  if (rows.length > options.maxRows) {
    throw new AppError('csv.too_many_rows', { params: { limit: options.maxRows } });
  }
  const columns = readHeader(header.record, options);
  const blank = Object.fromEntries(Object.keys(options.columns).map((name) => [name, '']));
  return {
    columns,
    rows: rows.map(({ record, info }) => ({
      line: info.lines,
      cells: {
        ...blank,
        ...Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])),
      } as Record<Column, string>,
    })),
  };
}

/** The file as text, without a mark. Only UTF-8 is taken: any guess at another would garble names unnoticed. */
export function decodeText(file: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    if (!text.includes('\0')) {
      return text;
    }
  } catch (cause) {
    throw new AppError('csv.not_utf8', { fields: ['file'], cause });
  }
  throw new AppError('csv.not_utf8', { fields: ['file'] });
}

/** The lines of a file, with their numbers. `isRagged` takes lines with too many or too few cells too. */
export function parseRecords(text: string, maxRows: number, { isRagged = false } = {}) {
  try {
    return parse(text, {
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: isRagged,
      // One more than allowed and the header: enough to see that there are too many.
      to: maxRows + 2,
    }) as unknown as { record: string[]; info: Info }[];
  } catch (error) {
    if (error instanceof CsvError) {
      const line = typeof error.lines === 'number' ? error.lines : 1;
      throw new AppError('csv.unreadable', { params: { line }, cause: error });
    }
    throw error;
  }
}

/** Which column each cell of the header names. */
export function readHeader<Column extends string>(
  header: readonly string[],
  { columns, required, told }: Omit<CsvOptions<Column>, 'maxRows'>,
): Column[] {
  const names = Object.keys(columns) as Column[];
  const matchOf = (cell: string) =>
    names.find((name) => columns[name].some((one) => one.toLowerCase() === cell.toLowerCase()));
  const unknown = header.filter((cell) => matchOf(cell) === undefined);
  if (unknown.length > 0) {
    const named = unknown.map((cell) => (cell === '' ? '""' : cell.slice(0, 50))).slice(0, 10);
    throw new AppError('csv.columns_unknown', {
      params: { names: named.join(', '), known: (told ?? names).join(', ') },
    });
  }
  const found = header.flatMap((cell) => matchOf(cell) ?? []);
  const repeated = found.filter((name, index) => found.indexOf(name) !== index);
  if (repeated.length > 0) {
    throw new AppError('csv.columns_repeated', { params: { names: repeated.join(', ') } });
  }
  const missing = required.filter((name) => !found.includes(name));
  if (missing.length > 0) {
    throw new AppError('csv.columns_missing', { params: { names: missing.join(', ') } });
  }
  return found;
}
