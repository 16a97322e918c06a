import { setImmediate as nextTurn } from 'node:timers/promises';

import type { TerminalReader } from './reader.ts';
import { TextLines, type PlainLine } from './text-lines.ts';

/** Bytes between two turns of the event loop, which carries other people's terminals. */
const TURN_BYTES = 64 * 1024;

/** The output of a recording as lines of text, without what only moves or colours. */
export async function* plainLines(reader: TerminalReader): AsyncGenerator<PlainLine> {
  const lines = new TextLines(reader.segments[0]?.size.cols ?? 80);
  let sinceTurn = 0;
  for await (const event of reader.events()) {
    if (event.kind === 'resize') {
      lines.resize(event.size.cols);
    }
    if (event.kind !== 'output') {
      continue;
    }
    yield* lines.write(event.bytes, event.at);
    sinceTurn += event.bytes.length;
    if (sinceTurn > TURN_BYTES) {
      sinceTurn = 0;
      await nextTurn();
    }
  }
  yield* lines.finish();
}

/** What a person would have read: what was wiped by a backspace or written over from the left is gone. */
export function plain(line: string): string {
  const lines = new TextLines(Number.MAX_SAFE_INTEGER);
  return [...lines.write(Buffer.from(line), 0), ...lines.finish()].map(({ text }) => text).join('\n');
}
