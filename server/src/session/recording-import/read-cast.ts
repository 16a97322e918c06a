import type { Readable } from 'node:stream';

import { MAX_TERMINAL_SIDE } from '@jadegate/contract/session/terminal-socket';
import * as z from 'zod';

/** Longer lines are no recording of a terminal. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** Of a recording; later moments are none. */
export const LONGEST_SECONDS = 31 * 24 * 3600;
const side = z.number().int().min(1).max(MAX_TERMINAL_SIDE);
/** The old product writes the time with a capital letter. */
const Header = z.looseObject({
  version: z.literal(2),
  width: side.catch(80),
  height: side.catch(24),
  timestamp: z.number().int().min(0).optional(),
  Timestamp: z.number().int().min(0).optional(),
});
const Event = z.tuple([z.number().min(0).max(LONGEST_SECONDS), z.string().max(10), z.string()]);

interface CastHeader {
  cols: number;
  rows: number;
  /** Undefined where it does not say. */
  startedAt: number | undefined;
}

type CastPart = { header: CastHeader } | { at: number; code: string; text: string } | 'cut';

/** An asciicast v2, event by event; a line that cannot be read ends it with `cut`. Undefined header: it is none. */
export async function* readCast(stream: Readable): AsyncGenerator<CastPart> {
  let isFirst = true;
  for await (const line of linesOf(stream)) {
    const parsed = parse(line);
    if (isFirst) {
      const found = Header.safeParse(parsed);
      if (!found.success) {
        yield 'cut';
        return;
      }
      const { width, height, timestamp, Timestamp } = found.data;
      const seconds = timestamp ?? Timestamp;
      const startedAt = seconds === undefined || seconds === 0 ? undefined : seconds * 1000;
      yield { header: { cols: width, rows: height, startedAt } };
      isFirst = false;
      continue;
    }
    if (line.trim() === '') {
      continue;
    }
    const event = Event.safeParse(parsed);
    if (!event.success) {
      yield 'cut';
      return;
    }
    const [seconds, code, text] = event.data;
    yield { at: Math.round(seconds * 1000), code, text };
  }
  if (isFirst) {
    yield 'cut';
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Never more of a line in memory than one may have. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LONGEST_LINE) {
      yield '';
      return;
    }
  }
  if (rest !== '') {
    yield rest;
  }
}
