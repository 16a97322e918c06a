import { readCsv, type CsvOptions, type CsvTable } from './csv.ts';
import { runThread } from './thread-task.ts';

export interface CsvTask {
  file: Uint8Array;
  options: CsvOptions<string>;
}

/** A file this small is read sooner than a thread starts. */
const SMALL_BYTES = 32 * 1024;

/** As `readCsv`, without holding up the event loop: a megabyte takes a second. */
export async function readCsvApart<Column extends string>(
  file: Buffer,
  options: CsvOptions<Column>,
): Promise<CsvTable<Column>> {
  return file.length <= SMALL_BYTES
    ? readCsv(file, options)
    : runThread<CsvTable<Column>>(import.meta.url, './csv.thread', { file, options });
}
