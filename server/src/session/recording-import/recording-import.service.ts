import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import { Id } from '@jadegate/contract/scalars';
import { decodeInstructions } from '@jadegate/contract/session/guac-instruction';

import type { Database } from '../../db/database.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { yieldToEventLoop } from '../../kernel/in-chunks.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { DesktopWriter } from '../../recorders/desktop/writer.ts';
import { filesIn } from '../../recorders/recording-files.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { RecordingPlacesService } from '../recording-storage/recording-places.service.ts';
import type { SearchIndexerService } from '../session-search/search-indexer.service.ts';
import { LONGEST_SECONDS, readCast } from './read-cast.ts';
import { readGuac } from './read-guac.ts';
import { RecordingImportRepository } from './recording-import.repository.ts';

interface Dependencies {
  database: Database;
  places: Pick<RecordingPlacesService, 'folderOf'>;
  processes: Pick<ServerProcessService, 'diskId'>;
  /** Where this process keeps the search index up: what is printed in it can be found from now on. */
  index: Pick<SearchIndexerService, 'onImported'>;
}

interface Options {
  /** Only looks whether there is a file. */
  isDryRun: boolean;
  signal?: AbortSignal | undefined;
}

/** What became of one. With `cut`, it was brought up to so many seconds. */
type BroughtRecording =
  | { kind: 'whole' }
  | { kind: 'cut'; seconds: number }
  | { kind: 'missing' | 'outside' | 'unreadable' };

const MOST_BYTES = 16 * 1024 ** 3;
const EVENTS_PER_TURN = 500;
/** The size stands at the beginning of a recording. */
const SIZE_WITHIN = 65_536;

/** Recordings that another product made, written anew as ours are: not signed, because nobody here saw them happen. */
export class RecordingImportService {
  readonly #deps: Dependencies;
  readonly #rows: RecordingImportRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new RecordingImportRepository(dependencies.database);
  }

  /** Those of these sessions whose recording is here. */
  listKept(): Promise<Set<string>> {
    return this.#rows.listKept();
  }

  /** `root` has a folder for each session, by its old id. Nothing outside it is opened, and no link is followed. */
  async bring(
    session: { id: string; oldId: string; isDesktop: boolean },
    root: string,
    { isDryRun, signal }: Options,
  ): Promise<BroughtRecording> {
    const { id, oldId, isDesktop } = session;
    const file = Id.safeParse(oldId).success
      ? await openInside(root, oldId, isDesktop ? 'recording' : 'recording.cast')
      : 'outside';
    if (typeof file === 'string') {
      return { kind: file };
    }
    const folder = this.#deps.places.folderOf(id);
    try {
      if (isDryRun) {
        return { kind: 'whole' };
      }
      // What one that broke off has left.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { connected_at: startedAt, width, height } = await this.#rows.get(id);
      const made = isDesktop
        ? await bringDesktop(file, folder, { startedAt: startedAt ?? 0, size: { width, height }, signal })
        : await bringTerminal(file, folder, { startedAt: startedAt ?? 0, signal });
      if (made.bytes === 0) {
        await rm(folder, { recursive: true, force: true });
        return { kind: 'unreadable' };
      }
      await this.#rows.keep(id, made.bytes, await this.#deps.processes.diskId());
      this.#deps.index.onImported(id);
      return made.isCut ? { kind: 'cut', seconds: Math.floor(made.at / 1000) } : { kind: 'whole' };
    } finally {
      await file.close();
    }
  }
}

interface Made {
  bytes: number;
  at: number;
  isCut: boolean;
}

interface Beginning {
  startedAt: number;
  signal: AbortSignal | undefined;
}

async function bringTerminal(
  file: FileHandle,
  folder: string,
  { startedAt: connectedAt, signal }: Beginning,
): Promise<Made> {
  const made = { bytes: 0, at: 0, isCut: false };
  let writer: TerminalWriter | undefined;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    failure = error;
  };
  let startedAt = connectedAt;
  let count = 0;
  try {
    for await (const part of readCast(file.createReadStream({ autoClose: false }))) {
      if (part === 'cut') {
        made.isCut = true;
        break;
      }
      if ('header' in part) {
        startedAt = part.header.startedAt ?? connectedAt;
        const clock = { now: () => startedAt + made.at };
        const size = { cols: part.header.cols, rows: part.header.rows };
        writer = await TerminalWriter.open({ folder, clock, size, onFailure });
      } else if (part.code === 'o') {
        made.at = Math.max(made.at, part.at);
        writer?.output(Buffer.from(part.text));
      }
      if (writer?.isBehind === true) {
        await writer.settle();
      }
      if (++count % EVENTS_PER_TURN === 0) {
        signal?.throwIfAborted();
        await yieldToEventLoop();
      }
    }
  } finally {
    await writer?.close();
  }
  refuseFailed(writer, failure);
  return { ...made, bytes: writer?.bytes ?? 0 };
}

async function bringDesktop(
  file: FileHandle,
  folder: string,
  { startedAt, size, signal }: Beginning & { size: { width: number; height: number } },
): Promise<Made> {
  const made = { bytes: 0, at: 0, isCut: false };
  const clock = { now: () => startedAt + made.at };
  const files = filesIn(folder);
  const saveFile = (name: string, bytes: Buffer) => files.save(name, bytes);
  let writer: DesktopWriter | undefined;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    failure = error;
  };
  let first: number | undefined;
  try {
    for await (const part of readGuac(file.createReadStream({ autoClose: false }))) {
      if (part === undefined) {
        made.isCut = true;
        break;
      }
      signal?.throwIfAborted();
      first ??= part.sync;
      if (part.sync - first > LONGEST_SECONDS * SECOND_MS) {
        made.isCut = true;
        break;
      }
      made.at = Math.max(made.at, part.sync - first);
      writer ??= await DesktopWriter.open({
        folder,
        clock,
        size: sizeIn(part.text) ?? size,
        saveFile,
        onFailure,
      });
      const bytes = Buffer.from(part.text);
      writer.output(bytes);
      made.bytes += bytes.length;
      if (writer.isBehind) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  } finally {
    await writer?.close();
  }
  refuseFailed(writer, failure);
  return made;
}

/** Of the whole screen. */
function sizeIn(text: string): { width: number; height: number } | undefined {
  const found = decodeInstructions(text.slice(0, SIZE_WITHIN)).find(
    ([opcode, layer]) => opcode === 'size' && layer === '0',
  );
  const [width, height] = [Number(found?.[2]), Number(found?.[3])];
  return width > 0 && height > 0 && width <= 16_384 && height <= 16_384 ? { width, height } : undefined;
}

function refuseFailed(writer: { hasFailed: boolean } | undefined, failure: unknown): void {
  if (writer?.hasFailed === true) {
    throw new Error('a recording could not be written', { cause: failure });
  }
}

/** The folder of the session itself must not be a link either. */
async function openInside(
  root: string,
  folder: string,
  name: string,
): Promise<FileHandle | 'missing' | 'outside' | 'unreadable'> {
  const wanted = path.join(root, folder, name);
  const found = await lstat(wanted).catch(() => undefined);
  if (!found) {
    return 'missing';
  }
  const isPlain =
    found.isFile() && (await realpath(wanted)) === path.join(await realpath(root), folder, name);
  if (!isPlain) {
    return 'outside';
  }
  if (found.size > MOST_BYTES) {
    return 'unreadable';
  }
  return open(wanted, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => 'unreadable' as const);
}
