import { decodeEvents } from '@jadegate/contract/session/terminal-recording';

import { readActs } from '../../recorders/desktop/acts.ts';
import { RecordingFiles, type ReadStored, type RecordingPlace } from '../../recorders/recording-files.ts';
import { listSegments, readBody, type Segment } from '../../recorders/segment.ts';
import { TextLines, type PlainLine } from '../../recorders/terminal/text-lines.ts';
import { StorageError } from '../../storage/storage-error.ts';
import type { OutputIndexRepository } from './output-index.repository.ts';
import { PageMaker } from './output-page.ts';

export interface IndexJob {
  id: string;
  place: RecordingPlace;
  userName: string;
  assetName: string;
  /** Nothing more will come. */
  isOver: boolean;
  /** Segments known to be finished; otherwise all but the last are taken to be. */
  finished: number;
}

export interface Indexed {
  bytes: number;
  /** Segments that could not be read. */
  damaged: number;
  /** There was no room for all of it. */
  isFull?: true;
}

/**
 * Adds what is not indexed yet of a recording, segment by segment, each together with the mark that it is. Whoever
 * calls holds a transaction, and may end and begin it where `pause` is called.
 */
export async function indexRecording(
  index: OutputIndexRepository,
  { id, place, userName, assetName, isOver, finished }: IndexJob,
  readStored: ReadStored | undefined,
  pause: (bytes: number) => boolean,
): Promise<Indexed> {
  const files = new RecordingFiles(place, readStored);
  const segments = await listSegments(files);
  const [first] = segments.length > 0 ? segments : await listSegments(files, 'desktop');
  const startedAt = first?.startedAt ?? 0;
  const session = index.open({ id, userName, assetName, startedAt });
  const indexed = { bytes: 0, damaged: 0 };
  if (session.isDone) {
    return indexed;
  }
  const pages = new PageMaker((page) => index.addPage(session.key, page), session.state?.tail);
  const lines = new TextLines(segments[0]?.size.cols ?? 80, session.state?.lines);
  const end = isOver ? segments.length : Math.min(segments.length, Math.max(finished, segments.length - 1));
  for (const [number, segment] of segments.entries()) {
    if (number < session.segments || number >= end) {
      continue;
    }
    const body = await readBody(files, segment).catch(unlessAway);
    indexed.damaged += body ? 0 : 1;
    indexed.bytes += body?.length ?? 0;
    addSegment(segment, body ?? Buffer.alloc(0), lines, pages);
    pages.flush();
    index.mark(session.key, number + 1, { lines: lines.save(), tail: pages.tail });
    if (pause(body?.length ?? 0)) {
      return indexed;
    }
  }
  if (isOver) {
    lines.finish().forEach((line) => pages.add(line));
    (await carriedLines(files)).forEach((line) => pages.add(line));
    pages.flush();
    index.mark(session.key, segments.length, undefined);
  }
  return indexed;
}

function addSegment(segment: Segment, body: Buffer, lines: TextLines, pages: PageMaker): void {
  for (const event of decodeEvents(body, segment.offset)) {
    if (event.kind === 'resize') {
      lines.resize(event.size.cols);
    } else if (event.kind === 'output') {
      for (const line of lines.write(event.bytes, event.at)) {
        pages.add(line);
      }
    }
  }
}

/** What was typed at a desktop, copied and pasted, as far as it was kept. File names are found in their own log. */
async function carriedLines(files: RecordingFiles): Promise<PlainLine[]> {
  const acts = await readActs(files);
  return acts.flatMap(({ at, text }) => text.split(/\r?\n|\r/).map((line) => ({ at, text: line })));
}

/** What is damaged is left out. What cannot be had now is not damaged: it is tried again another time. */
function unlessAway(error: unknown): undefined {
  if (error instanceof StorageError && error.kind !== 'not_found') {
    throw error;
  }
  return undefined;
}
