import { Readable } from 'node:stream';

import type { RecordingHit } from '@jadegate/contract/session/session-recording';

import type { Actor } from '../../kernel/actor.ts';
import { plainLines } from '../../recorders/terminal/plain-text.ts';
import { TerminalReader } from '../../recorders/terminal/reader.ts';
import type { RecordingViewService } from '../session/recording-view.service.ts';

interface Dependencies {
  recordings: RecordingViewService;
}

interface File {
  filename: string;
  contentType: string;
  body: Readable;
}

const MAX_HITS = 200;
const MAX_HIT_TEXT = 300;
const BATCH_CHARACTERS = 64 * 1024;

/** What recorded terminals showed, as text. */
export class TerminalRecordingService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async text(actor: Actor, id: string): Promise<File> {
    const { record, reader } = await this.#open(actor, id, 'file');
    return {
      filename: `${record.asset_name}-${id}.txt`,
      contentType: 'text/plain; charset=utf-8',
      body: Readable.from(batches(reader)),
    };
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
    return this.#deps.recordings.open(actor, id, how, (files) => TerminalReader.open(files));
  }
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
