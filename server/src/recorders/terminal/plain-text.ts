import { setImmediate as nextTurn } from 'node:timers/promises';

import type { TerminalReader } from './reader.ts';

/** A line as it went by, and when it was finished. */
export interface PlainLine {
  at: number;
  text: string;
}

const MAX_LINE = 4096;
/** Bytes between two turns of the event loop, which carries other people's terminals. */
const TURN_BYTES = 64 * 1024;
// oxlint-disable-next-line no-control-regex -- escape sequences are made of control characters
const SEQUENCES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])/g;
// oxlint-disable-next-line no-control-regex -- those that are left over
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** The output of a recording as lines of text, without what only moves or colours. */
export async function* plainLines(reader: TerminalReader): AsyncGenerator<PlainLine> {
  const decoder = new TextDecoder();
  let rest = '';
  let at = 0;
  let sinceTurn = 0;
  for await (const event of reader.events()) {
    if (event.kind !== 'output') {
      continue;
    }
    at = event.at;
    const lines = (rest + decoder.decode(event.bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield { at, text: plain(line) };
    }
    if (rest.length > MAX_LINE) {
      yield { at, text: plain(rest) };
      rest = '';
    }
    sinceTurn += event.bytes.length;
    if (sinceTurn > TURN_BYTES) {
      sinceTurn = 0;
      await nextTurn();
    }
  }
  if (rest !== '') {
    yield { at, text: plain(rest) };
  }
}

/** What a person would have read: what was wiped by a backspace or written over from the left is gone. */
export function plain(line: string): string {
  const text = line.replace(SEQUENCES, '');
  let shown = '';
  for (const part of text.replace(/\r+$/, '').split('\r')) {
    shown = part + shown.slice(part.length);
  }
  let wiped = '';
  for (const character of shown) {
    wiped = character === '\b' ? wiped.slice(0, -1) : wiped + character;
  }
  return wiped.replace(CONTROLS, '').trimEnd();
}
