import { isOpenable, PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import type { AssetImportFormat } from '@jadegate/contract/access/asset-import';

import { AppError } from '../../kernel/app-error.ts';
import { parsedRow, type CellRemark, type ParsedFile, type ParsedRow } from './parsed-file.ts';

const LONGEST_NAME = 200;

/** Collects the hosts of a file that some other program keeps; what is none here is said beside the rows. */
export class Hosts {
  readonly #file: ParsedFile;
  readonly #maxRows: number;

  constructor(format: AssetImportFormat, maxRows: number) {
    this.#maxRows = maxRows;
    this.#file = {
      format,
      columns: ['name', 'protocol', 'host', 'port', 'username', 'tags'],
      rows: [],
      notes: [],
    };
  }

  add(
    line: number,
    name: string,
    protocol: string,
    cells: ParsedRow['cells'],
    warnings: CellRemark[] = [],
  ): void {
    const spoken = protocol.toLowerCase();
    if (!PROTOCOLS.some((one) => one === spoken && isOpenable(one))) {
      this.note(line, 'connectionSkipped', { name, connection: protocol || '?' });
      return;
    }
    this.#bound(this.#file.rows.length);
    this.#file.rows.push({ ...parsedRow(line, { ...cells, name, protocol: spoken }), warnings });
  }

  /** There may be as many of them as of hosts, and no more. */
  note(line: number, rule: ParsedFile['notes'][number]['rule'], params: Record<string, string> = {}): void {
    this.#bound(this.#file.notes.length);
    const short = Object.entries(params).map(([key, value]) => [key, value.slice(0, LONGEST_NAME)]);
    this.#file.notes.push({ line, rule, params: Object.fromEntries(short) as Record<string, string> });
  }

  file(): ParsedFile {
    if (this.#file.rows.length === 0 && this.#file.notes.length === 0) {
      throw new AppError('asset_import.empty');
    }
    return this.#file;
  }

  #bound(count: number): void {
    if (count >= this.#maxRows) {
      throw new AppError('csv.too_many_rows', { params: { limit: this.#maxRows } });
    }
  }
}

/** A path of a key lies on somebody's own machine: it says that there is one, and brings none. */
export const keyWarnings = (path: string | undefined): CellRemark[] =>
  path === undefined || path === '' ? [] : [{ field: 'name', rule: 'keyFile' }];
