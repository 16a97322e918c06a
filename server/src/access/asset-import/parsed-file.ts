import { SECRET_ATTRIBUTES } from '@jadegate/contract/access/asset-attributes';
import type { AssetImportColumn, AssetImportFormat } from '@jadegate/contract/access/asset-import';
import type { SentenceParams } from '@jadegate/contract/language';
import type { ImportRule } from '@jadegate/contract/words/import';

/** What a parser answers, whatever it read: plain data, so that it can come out of a thread. */
interface Remark {
  rule: ImportRule;
  params?: SentenceParams;
}

export interface CellRemark extends Remark {
  field: AssetImportColumn;
}

/** Never shown, never exported. */
export const SECRET_COLUMNS: readonly AssetImportColumn[] = [
  'password',
  'privateKey',
  'passphrase',
  ...SECRET_ATTRIBUTES,
];

export interface ParsedRow {
  line: number;
  /** As they stand in the file; an absent or empty one says nothing. */
  cells: Partial<Record<AssetImportColumn, string>>;
  errors: CellRemark[];
  warnings: CellRemark[];
}

export interface ParsedFile {
  format: AssetImportFormat;
  columns: AssetImportColumn[];
  rows: ParsedRow[];
  notes: (Remark & { line: number })[];
}

export interface ParseLimits {
  maxRows: number;
  maxYamlBytes: number;
}

export function parsedRow(line: number, cells: ParsedRow['cells']): ParsedRow {
  return { line, cells, errors: [], warnings: [] };
}
