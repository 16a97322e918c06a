import { plain } from '../../recorders/terminal/plain-text.ts';
import type { TerminalReader } from '../../recorders/terminal/reader.ts';
import { isBeginOfEcho, isEndOfEcho, unfold } from './command-echo.ts';
import { MAX_PRINTED_BYTES, OutputSplit, type Printed, type SentCommand } from './output-split.ts';

const MAX_CHARACTERS = 4000;
/** One answer reads no more of a recording than this, however long its commands ran. */
const MAX_READ_BYTES = 16 * 1024 * 1024;
/** So much before the first wanted command; where there is more, nobody knows what was still to come when it was sent. */
export const MAX_LEAD_BYTES = 4 * 1024 * 1024;
// oxlint-disable-next-line no-control-regex -- that is how a full-screen program begins and ends
const FULL_SCREEN = /\u001B\[\?(?:47|1047|1049)h[^]*?(?:\u001B\[\?(?:47|1047|1049)l|$)/g;
const FIRST_LINE = /^[^\n]*/;

/**
 * What each of the wanted commands printed, read from the recording in one pass. The commands are all that were handed
 * over from the first to behind the last wanted one, in order: they say where the output of one ends.
 */
export async function readOutputs(
  reader: Pick<TerminalReader, 'events'>,
  commands: readonly SentCommand[],
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const isWanted = (at: number) => wanted.has(commands[at]?.id ?? '');
  const first = commands.findIndex(({ id }) => wanted.has(id));
  const last = commands.findLastIndex(({ id }) => wanted.has(id));
  const split = new OutputSplit(commands, isWanted);
  const from = commands[0]?.from ?? 0;
  const begun = commands[first]?.from ?? 0;
  let lead = 0;
  let read = 0;
  for await (const event of reader.events(from)) {
    if (event.kind !== 'output' || event.at < from) {
      continue;
    }
    if (event.at < begun) {
      lead += event.bytes.length;
    } else {
      read += event.bytes.length;
    }
    if (lead > MAX_LEAD_BYTES) {
      return readOutputs(reader, commands.slice(first), wanted);
    }
    if (read > MAX_READ_BYTES) {
      break;
    }
    split.write(event.at, event.bytes);
    if (split.isBehind(last)) {
      break;
    }
  }
  const printed = split.finish();
  return new Map(
    commands.flatMap(({ id, command }, at) => {
      const one = printed[at];
      return one && isWanted(at) ? [[id, textOf(one, command, commands[at + 1]?.command ?? '')]] : [];
    }),
  );
}

function textOf({ bytes, size }: Printed, command: string, next: string): string {
  const printed = Buffer.concat(bytes).toString().replace(FULL_SCREEN, '').replace(FIRST_LINE, unfold);
  const lines = plain(printed).split('\n');
  // What was typed at once is echoed after it was handed over.
  if (lines.length > 1 && isEndOfEcho(lines[0] ?? '', command)) {
    lines.shift();
  }
  // The next command stands behind the prompt at the end, and belongs to itself.
  if (next !== '' && isBeginOfEcho(lines.at(-1) ?? '', next.trim())) {
    lines.pop();
  }
  const text = lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  const isCut = size > MAX_PRINTED_BYTES || text.length > MAX_CHARACTERS;
  return isCut ? `${text.slice(0, MAX_CHARACTERS)}\n…` : text;
}
