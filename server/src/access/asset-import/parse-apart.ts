import type { AssetImportFormat } from '@jadegate/contract/access/asset-import';

import { AppError } from '../../kernel/app-error.ts';
import { runThread } from '../../kernel/thread-task.ts';
import { parseImport } from './parse-import.ts';
import type { ParsedFile, ParseLimits } from './parsed-file.ts';

export interface ParseTask {
  file: Uint8Array;
  format: AssetImportFormat | undefined;
  limits: ParseLimits;
}

/** A file this small is read sooner than a thread starts. */
const SMALL_BYTES = 32 * 1024;
/** Far more than the largest honest file needs. */
const PATIENCE_MS = 30_000;

/** Reads a file without holding up the event loop, which carries other people's terminals. */
export async function parseApart(task: ParseTask): Promise<ParsedFile> {
  return task.file.byteLength <= SMALL_BYTES
    ? parseImport(task.file, task.format, task.limits)
    : runThread<ParsedFile>(import.meta.url, './parse-import.thread', task, {
        limit: { ms: PATIENCE_MS, late: giveUp },
      });
}

function giveUp(): never {
  throw new AppError('asset_import.unreadable', { params: { line: 1 } });
}
