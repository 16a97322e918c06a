import type { AssetImportFormat } from '@jadegate/contract/access/asset-import';
import type { ErrorCode } from '@jadegate/contract/error';
import type { SentenceParams } from '@jadegate/contract/language';

import { AppError } from '../../kernel/app-error.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { spawnThread } from '../../kernel/thread.ts';
import { parseImport } from './parse-import.ts';
import type { ParsedFile, ParseLimits } from './parsed-file.ts';

export interface ParseTask {
  file: Uint8Array;
  format: AssetImportFormat | undefined;
  limits: ParseLimits;
}

export type ParseAnswer =
  | { parsed: ParsedFile; refused?: undefined }
  | { parsed?: undefined; refused: { code: ErrorCode; params: SentenceParams } };

/** A file this small is read sooner than a thread starts. */
const SMALL_BYTES = 32 * 1024;
/** Far more than the largest honest file needs. */
const PATIENCE_MS = 30_000;

/** Reads a file without holding up the event loop, which carries other people's terminals. */
export function parseApart(task: ParseTask): Promise<ParsedFile> {
  return task.file.byteLength <= SMALL_BYTES
    ? Promise.resolve().then(() => parseImport(task.file, task.format, task.limits))
    : inThread(task);
}

function inThread(task: ParseTask): Promise<ParsedFile> {
  return new Promise((resolve, reject) => {
    const thread = spawnThread(import.meta.url, './parse-import.thread', task);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      runInBackground(thread.terminate(), 'the thread of imports');
      settle();
    };
    const giveUp = () => reject(new AppError('asset_import.unreadable', { params: { line: 1 } }));
    const timer = setTimeout(() => finish(giveUp), PATIENCE_MS);
    thread.once('message', ({ parsed, refused }: ParseAnswer) =>
      finish(() =>
        parsed ? resolve(parsed) : reject(new AppError(refused.code, { params: refused.params })),
      ),
    );
    thread.once('error', (error) => finish(() => reject(error)));
  });
}
