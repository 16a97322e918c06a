import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import type { TerminalReader } from './reader.ts';

const BATCH_CHARACTERS = 64 * 1024;

/**
 * A recording as asciicast v2: a header line, then one line per event. Characters that were split between packets are
 * put together again; bytes that are no UTF-8 become U+FFFD, because JSON cannot carry them.
 */
export async function* asciicast(reader: TerminalReader, title: string): AsyncGenerator<string> {
  const first = reader.segments[0];
  if (!first) {
    return;
  }
  const header = {
    version: 2,
    width: first.size.cols,
    height: first.size.rows,
    timestamp: Math.floor(first.startedAt / 1000),
    title,
    env: { TERM: 'xterm-256color' },
  };
  let batch = `${JSON.stringify(header)}\n`;
  const lines = new CastLines();
  for await (const event of reader.events()) {
    batch += lines.next(event);
    if (batch.length > BATCH_CHARACTERS) {
      yield batch;
      batch = '';
    }
  }
  yield batch + lines.end();
}

/** Turns events into lines. Output and input are two streams of characters, each with a rest of its own. */
class CastLines {
  readonly #decoders = { output: new TextDecoder(), input: new TextDecoder() };
  #at = 0;

  next(event: TerminalEvent): string {
    this.#at = event.at;
    switch (event.kind) {
      case 'output':
        return this.#text('o', this.#decoders.output.decode(event.bytes, { stream: true }));
      case 'input':
        return this.#text('i', this.#decoders.input.decode(event.bytes, { stream: true }));
      case 'resize':
        return this.#text('r', `${event.size.cols}x${event.size.rows}`);
      case 'mark':
        return this.#text('m', event.label);
    }
  }

  end(): string {
    return this.#text('o', this.#decoders.output.decode());
  }

  #text(code: string, text: string): string {
    return text === '' ? '' : `[${(this.#at / 1000).toFixed(3)}, "${code}", ${JSON.stringify(text)}]\n`;
  }
}
