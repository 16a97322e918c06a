import {
  ASSET_IMPORT_COLUMNS,
  ASSET_MAIN_COLUMNS,
  PLAIN_CSV_COLUMNS,
  type AssetImportColumn,
  type AssetMainColumn,
} from '@jadegate/contract/access/asset-import';

import { AppError } from '../../kernel/app-error.ts';
import { parseRecords, plainCell, readHeader } from '../../kernel/csv.ts';
import { parsedRow, SECRET_COLUMNS, type ParsedFile, type ParsedRow } from './parsed-file.ts';

const MAIN_COLUMNS = Object.keys(ASSET_MAIN_COLUMNS) as AssetMainColumn[];
const LEAST_PLAIN_COLUMNS = PLAIN_CSV_COLUMNS.length - 1;

/** With a header, in either language and any order. */
export function readHeadedCsv(text: string, maxRows: number): ParsedFile {
  const [header, ...records] = parseRecords(text, maxRows, { isRagged: true });
  const lines = records.filter(({ record }) => record.some((cell) => cell !== ''));
  if (!header || lines.length === 0) {
    throw new AppError('csv.empty');
  }
  refuseTooMany(lines.length, maxRows);
  const columns = readHeader<AssetImportColumn>(header.record, {
    columns: ASSET_IMPORT_COLUMNS,
    required: ['host'],
    told: MAIN_COLUMNS,
  });
  const rows = lines.map(({ record, info }) => {
    const row = rowOf(info.lines, columns, record);
    return record.length === columns.length ? row : misfit(row, record.length, String(columns.length));
  });
  return { format: 'csv', columns, rows, notes: [] };
}

/** Ten columns by position, as clients of the product family send them. A short row is an error, not nothing. */
export function readPlainCsv(text: string, maxRows: number): ParsedFile {
  const records = parseRecords(text, maxRows, { isRagged: true });
  const lines = records.filter(({ record }) => record.some((cell) => cell !== ''));
  if (lines.length === 0) {
    throw new AppError('asset_import.empty');
  }
  refuseTooMany(lines.length, maxRows);
  const most = PLAIN_CSV_COLUMNS.length;
  const rows = lines.map(({ record, info }) => {
    const row = rowOf(info.lines, PLAIN_CSV_COLUMNS, record);
    const fits = record.length >= LEAST_PLAIN_COLUMNS && record.length <= most;
    return fits ? row : misfit(row, record.length, `${LEAST_PLAIN_COLUMNS}–${most}`);
  });
  return { format: 'csv-plain', columns: [...PLAIN_CSV_COLUMNS], rows, notes: [] };
}

function rowOf(line: number, columns: readonly AssetImportColumn[], record: readonly string[]): ParsedRow {
  const cells = columns.map((column, index) => {
    const cell = record[index] ?? '';
    // An apostrophe before a secret may well belong to it.
    return [column, SECRET_COLUMNS.includes(column) ? cell : plainCell(cell)];
  });
  return parsedRow(line, Object.fromEntries(cells) as ParsedRow['cells']);
}

function misfit(row: ParsedRow, found: number, expected: string): ParsedRow {
  return { ...row, errors: [{ field: 'name', rule: 'columnCount', params: { found, expected } }] };
}

function refuseTooMany(found: number, limit: number): void {
  if (found > limit) {
    throw new AppError('csv.too_many_rows', { params: { limit } });
  }
}
