import { open } from 'node:fs/promises';

import { LIMITS } from '@jadegate/contract/limits';

import type { ForeignPage, FoundTable } from '../../db/foreign/foreign-database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import { runThread } from '../../kernel/thread-task.ts';
import type { OldJson } from './old-json.ts';
import type { OldOrigin } from './old-origin.ts';
import { MOST_ROW_BYTES, type OldTable } from './old-tables.ts';

const MOST_MEGABYTES = LIMITS.oldBackupBytes / MEGABYTE;
const PAGE_ROWS = 500;

/** The product's own `backup.json`, or the file of its export tool. */
export class OldBackup implements OldOrigin {
  readonly #content: OldJson;
  readonly isSealed = false;

  private constructor(content: OldJson) {
    this.#content = content;
  }

  static async open(path: string): Promise<OldBackup> {
    const content = await runThread<OldJson>(import.meta.url, './old-json.thread', await readBounded(path), {
      limit: { ms: MINUTE_MS, late: giveUp },
    });
    return new OldBackup(content);
  }

  get kind() {
    return this.#content.kind;
  }

  async hasTable(table: OldTable): Promise<boolean> {
    return this.#content.rows[table] !== undefined;
  }

  async *pages(table: OldTable): AsyncIterable<ForeignPage> {
    for (const rows of inChunks(this.#content.rows[table] ?? [], PAGE_ROWS)) {
      const fitting = rows.filter((row) => sizeOf(row) <= MOST_ROW_BYTES);
      yield { rows: fitting, tooLarge: rows.length - fitting.length };
    }
  }

  async tables(): Promise<readonly FoundTable[]> {
    return this.#content.others;
  }

  async close(): Promise<void> {
    // Nothing is held open.
  }
}

function sizeOf(row: Record<string, unknown>): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}

async function readBounded(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AppError('next_terminal.unreadable', { params: { reason: 'file' }, cause });
  });
  try {
    const { size } = await file.stat();
    if (size > MOST_MEGABYTES * MEGABYTE) {
      throw new AppError('next_terminal.too_large', { params: { most: MOST_MEGABYTES } });
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function giveUp(): never {
  throw new AppError('next_terminal.unreadable', { params: { reason: 'JSON' } });
}
