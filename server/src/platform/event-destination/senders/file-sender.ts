import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import type { ConfigOf } from '@jadegate/contract/platform/events/destination-config';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';

import { makePrivateFolder } from '../../../kernel/private-files.ts';
import { eventLine } from '../event-json.ts';
import { SendFailure, type EventSender, type Receipt } from './event-sender.ts';

/** Where files of events lie, and who beside the owner may read them there. */
export interface EventFolder {
  path: string;
  isForGroup: boolean;
}

interface Options {
  config: ConfigOf<'file'>;
  folder: EventFolder;
}

const MEGABYTE = 1024 * 1024;
const BATCH = 500;
/** No line is longer: the last one is looked for in the end of a file. */
const LONGEST_LINE = 16 * 1024;

/**
 * One event a line, as JSON, in a file that is made anew when it is full. What was written is on the disk before it counts;
 * after a crash half a line is taken away and what stands there already is not written again.
 */
export class FileSender implements EventSender {
  readonly batch = BATCH;
  readonly settleMs = 0;
  readonly #options: Options;
  #file: { handle: FileHandle; bytes: number; last: string } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get #path(): string {
    const { folder, config } = this.#options;
    return path.join(folder.path, config.fileName);
  }

  async send(events: readonly EventJson[]): Promise<Receipt> {
    try {
      const file = await this.#current();
      const known = events.findIndex(({ event }) => event.id === file.last);
      const text = events
        .slice(known + 1)
        .map((event) => `${eventLine(event)}\n`)
        .join('');
      await file.handle.writeFile(text);
      await file.handle.datasync();
      file.bytes += Buffer.byteLength(text);
      file.last = events.at(-1)?.event.id ?? file.last;
      return { sent: text, answer: this.#path };
    } catch (error) {
      // What is half written is taken away when it is opened again.
      await this.close();
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new SendFailure('event_destination.file', { place: this.#path, reason: code }, { cause: error });
    }
  }

  check(): void {
    // It is on the disk before it counts.
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close().catch(() => undefined);
  }

  async #current(): Promise<{ handle: FileHandle; bytes: number; last: string }> {
    const { maxMb } = this.#options.config;
    for (;;) {
      if (this.#file && !(await this.#isInPlace())) {
        await this.close();
      }
      this.#file ??= await this.#open();
      if (this.#file.bytes < maxMb * MEGABYTE) {
        return this.#file;
      }
      const { last } = this.#file;
      await this.close();
      await this.#rotate();
      // What stands at the end of the full one and was not written down comes once more.
      this.#file = { ...(await this.#open()), last };
    }
  }

  /** Others may rotate it, too: then a new one is begun. */
  async #isInPlace(): Promise<boolean> {
    const [here, held] = await Promise.all([
      stat(this.#path).catch(() => undefined),
      this.#file?.handle.stat(),
    ]);
    return here !== undefined && here.ino === held?.ino;
  }

  async #open() {
    const { folder } = this.#options;
    makePrivateFolder(folder.path);
    const handle = await open(this.#path, 'a+', folder.isForGroup ? 0o640 : 0o600);
    try {
      const { size } = await handle.stat();
      const from = Math.max(0, size - LONGEST_LINE);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
      const tail = buffer.subarray(0, bytesRead);
      const end = tail.lastIndexOf(0x0a) + 1;
      const bytes = size === 0 ? 0 : from + end;
      if (bytes < size) {
        await handle.truncate(bytes);
      }
      return { handle, bytes, last: lastId(tail.subarray(0, end).toString('utf8')) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** `name.1` is the newest of those that were full. */
  async #rotate(): Promise<void> {
    const { folder, config } = this.#options;
    const full = (await readdir(folder.path))
      .flatMap((entry) => {
        const rest = entry.startsWith(`${config.fileName}.`) ? entry.slice(config.fileName.length + 1) : '';
        return isFullFile(rest) ? [Number(rest)] : [];
      })
      .toSorted((a, b) => b - a);
    for (const number of full) {
      const one = `${this.#path}.${number}`;
      await (number >= config.keep ? rm(one) : rename(one, `${this.#path}.${number + 1}`));
    }
    await rename(this.#path, `${this.#path}.1`);
  }
}

/** Whether this stands behind the name of a file that was full. */
export function isFullFile(ending: string): boolean {
  return /^[1-9]\d{0,3}$/.test(ending);
}

/** Of the last whole line that is one of ours; empty where there is none. */
function lastId(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  try {
    const { event } = JSON.parse(line) as { event?: { id?: unknown } };
    return typeof event?.id === 'string' ? event.id : '';
  } catch {
    return '';
  }
}
