import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DesktopAct } from '@jadegate/contract/session/desktop-act';

import { isMissing, type RecordingFiles } from '../recording-files.ts';

/** Beside the segments: whoever lists what was done need not read all that was shown. */
const NAME = 'acts.jsonl';
/** Of one recording. Nobody types or copies so much by hand. */
const MAX_BYTES = 16 * 1024 * 1024;

interface ActListener {
  /** So many bytes of the file are written. */
  onWritten: (file: string, bytes: number) => void;
  onFailure: (error: unknown) => void;
}

/** Writes down what was done at a desktop, a line for each, beside the session and never in its way. */
export class ActWriter {
  readonly #path: string;
  readonly #told: ActListener;
  #writtenBytes = 0;
  #lines: string[] = [];
  #bytes = 0;
  #writing: Promise<void> | undefined;
  #hasFailed = false;

  constructor(folder: string, told: ActListener) {
    this.#path = join(folder, NAME);
    this.#told = told;
  }

  add(act: DesktopAct): void {
    const line = `${JSON.stringify(act)}\n`;
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes > MAX_BYTES || this.#hasFailed) {
      return;
    }
    this.#lines.push(line);
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  /** Everything added is in the file when this returns, or the failure was told. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#lines.length > 0) {
        const text = this.#lines.join('');
        this.#lines = [];
        await appendFile(this.#path, text, { mode: 0o600 });
        this.#writtenBytes += Buffer.byteLength(text);
        this.#told.onWritten(NAME, this.#writtenBytes);
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#told.onFailure(error);
    }
  }
}

/**
 * What was done at a desktop, in order, at most so much of it: a client can write more than is read in an instant. A last
 * line that was cut off by a crash is left out.
 */
export async function readActs(
  files: RecordingFiles,
  most = Number.POSITIVE_INFINITY,
): Promise<DesktopAct[]> {
  const names = await files.names(new RegExp(`^${NAME}$`));
  if (names.length === 0) {
    return [];
  }
  const text = await files.read(NAME).then(String, nothingIfGone);
  const acts: DesktopAct[] = [];
  let start = 0;
  while (start < text.length && acts.length < most) {
    const end = text.indexOf('\n', start);
    const act = parseAct(text.slice(start, end === -1 ? undefined : end));
    if (act) {
      acts.push(act);
    }
    start = end === -1 ? text.length : end + 1;
  }
  return acts;
}

function parseAct(line: string): DesktopAct | undefined {
  try {
    return DesktopAct.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function nothingIfGone(error: unknown): string {
  if (isMissing(error)) {
    return '';
  }
  throw error;
}
