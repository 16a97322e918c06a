import { Readable } from 'node:stream';

import type { RecordingHit, RecordingOutline } from '@jadegate/contract/session-recording';
import { decodeEvents } from '@jadegate/contract/terminal-recording';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Segment } from '../../recorders/segment.ts';
import { plainLines } from '../../recorders/terminal/plain-text.ts';
import { TerminalReader } from '../../recorders/terminal/reader.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { RecordingViewService } from '../session/recording-view.service.ts';
import type { SessionRecord } from '../session/session-kind.ts';
import type { UserService } from '../user/user.service.ts';

interface Dependencies {
  recordings: RecordingViewService;
  users: UserService;
  screens: Screens;
}

interface File {
  filename: string;
  contentType: string;
  body: Buffer | Readable;
}

const MAX_HITS = 200;
const MAX_HIT_TEXT = 300;
const BATCH_CHARACTERS = 64 * 1024;
/** Recorded terminals to look at: as text, or in the parts a player needs. */
export class TerminalRecordingService {
  readonly #on: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  async text(actor: Actor, id: string): Promise<File> {
    const { record, reader } = await this.#open(actor, id, 'file');
    return {
      filename: `${record.asset_name}-${id}.txt`,
      contentType: 'text/plain; charset=utf-8',
      body: Readable.from(batches(reader)),
    };
  }

  async outline(actor: Actor, id: string): Promise<RecordingOutline> {
    const { record, reader } = await this.#open(actor, id, 'viewing');
    const { segments } = reader;
    const people = await this.#on.users.listPeople([record.user_id]);
    const startedAt = segments[0]?.startedAt ?? record.created_at;
    return {
      assetName: record.asset_name,
      userName: record.user_name,
      userAccount: people.get(record.user_id)?.username ?? '',
      startedAt,
      durationMs: endOf(record, startedAt) ?? (await lastMoment(reader)),
      segments: segments.map(({ offset, bytes, size }, index) => ({
        index: index + 1,
        offset,
        bytes,
        ...size,
      })),
    };
  }

  async segment(actor: Actor, id: string, number: number): Promise<File> {
    const { reader } = await this.#open(actor, id, 'viewing');
    return binary(`${id}-${number}.seg`, await reader.body(segmentAt(reader, number)));
  }

  async keyframe(actor: Actor, id: string, number: number): Promise<File> {
    const { reader, files } = await this.#open(actor, id, 'viewing');
    segmentAt(reader, number);
    const { bytes } = await this.#on.screens.of(files.place, { segment: number - 1 });
    return binary(`${id}-${number}.key`, Buffer.from(bytes));
  }

  async search(actor: Actor, id: string, text: string): Promise<{ hits: RecordingHit[]; isCut: boolean }> {
    const { reader } = await this.#open(actor, id, 'viewing');
    const needle = text.toLowerCase();
    const hits: RecordingHit[] = [];
    for await (const line of plainLines(reader)) {
      const place = line.text.toLowerCase().indexOf(needle);
      if (place === -1) {
        continue;
      }
      if (hits.length === MAX_HITS) {
        return { hits, isCut: true };
      }
      const start = Math.max(0, place + needle.length - MAX_HIT_TEXT);
      hits.push({ at: line.at, text: line.text.slice(start, start + MAX_HIT_TEXT) });
    }
    return { hits, isCut: false };
  }

  #open(actor: Actor, id: string, how: 'file' | 'viewing') {
    return this.#on.recordings.open(actor, id, how, (files) => TerminalReader.open(files));
  }
}

function segmentAt(reader: TerminalReader, number: number): Segment {
  const segment = reader.segments[number - 1];
  if (!segment) {
    throw new AppError('session.no_recording');
  }
  return segment;
}

function binary(filename: string, body: Buffer): File {
  return { filename, contentType: 'application/octet-stream', body };
}

/**
 * When the process died, the end was written down later than it happened: then only the events tell, as while the session
 * lives. Otherwise a segment, which may lie far away, need not be read for it.
 */
function endOf({ disconnected_at, end_reason }: SessionRecord, startedAt: number): number | undefined {
  const isKnown =
    disconnected_at !== null && disconnected_at >= startedAt && !end_reason.includes('process_died');
  return isKnown ? disconnected_at - startedAt : undefined;
}

async function lastMoment(reader: TerminalReader): Promise<number> {
  const last = reader.segments.at(-1);
  let at = last?.offset ?? 0;
  for (const event of last ? decodeEvents(await reader.body(last), last.offset) : []) {
    at = event.at;
  }
  return at;
}

async function* batches(reader: TerminalReader): AsyncGenerator<string> {
  let batch = '';
  for await (const { text } of plainLines(reader)) {
    batch += `${text}\n`;
    if (batch.length > BATCH_CHARACTERS) {
      yield batch;
      batch = '';
    }
  }
  yield batch;
}
