import { plain } from '../../recorders/terminal/plain-text.ts';
import type { TerminalReader } from '../../recorders/terminal/reader.ts';

/** A command and when the next one came, if one did. */
export interface OutputWindow {
  id: string;
  from: number;
  to: number | undefined;
  /** The command itself: what was typed at once is echoed after it was handed over. */
  command: string;
  /** The next command: it stands behind the prompt at the end, and belongs to itself. */
  next: string;
}

const MAX_BYTES = 16 * 1024;
const MAX_CHARACTERS = 4000;
/** One answer reads no more of a recording than this, however long its commands ran. */
const MAX_READ_BYTES = 16 * 1024 * 1024;
// oxlint-disable-next-line no-control-regex -- that is how a full-screen program begins and ends
const FULL_SCREEN = /\u001B\[\?(?:47|1047|1049)h[^]*?(?:\u001B\[\?(?:47|1047|1049)l|$)/g;
const FIRST_LINE = /^[^\n]*/;
const BEHIND_PROMPT = /[$#%>❯»] ?([^$#%>❯»]*)$/u;

/** What was printed after each command, read from the recording in one pass. Windows come in order and do not overlap. */
export async function readOutputs(
  reader: Pick<TerminalReader, 'events'>,
  windows: readonly OutputWindow[],
): Promise<Map<string, string>> {
  const parts = new Map<string, { bytes: Uint8Array[]; size: number }>();
  let at = 0;
  let read = 0;
  for await (const event of reader.events(windows[0]?.from ?? 0)) {
    if (event.kind !== 'output') {
      continue;
    }
    while (isOver(windows[at], event.at)) {
      at += 1;
    }
    const window = windows[at];
    read += event.bytes.length;
    if (!window || read > MAX_READ_BYTES) {
      break;
    }
    if (event.at >= window.from) {
      const kept = parts.get(window.id) ?? { bytes: [], size: 0 };
      parts.set(window.id, kept);
      if (kept.size < MAX_BYTES) {
        kept.bytes.push(event.bytes.slice(0, MAX_BYTES - kept.size));
        kept.size += event.bytes.length;
      }
    }
  }
  return new Map(
    windows.map((window) => {
      const kept = parts.get(window.id);
      return [window.id, kept ? textOf(kept, window) : ''];
    }),
  );
}

function isOver(window: OutputWindow | undefined, at: number): boolean {
  return window?.to !== undefined && at >= window.to;
}

function textOf(
  { bytes, size }: { bytes: Uint8Array[]; size: number },
  { command, next }: OutputWindow,
): string {
  const printed = Buffer.concat(bytes).toString().replace(FULL_SCREEN, '').replace(FIRST_LINE, unfold);
  const lines = plain(printed).split('\n');
  if (lines.length > 1 && isEndOfEcho(lines[0] ?? '', command)) {
    lines.shift();
  }
  if (next !== '' && isBeginOfEcho(lines.at(-1) ?? '', next.trim())) {
    lines.pop();
  }
  const text = lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  const isCut = size > MAX_BYTES || text.length > MAX_CHARACTERS;
  return isCut ? `${text.slice(0, MAX_CHARACTERS)}\n…` : text;
}

/** At the edge of the screen shells go on in the next row by writing a blank there and going back. */
function unfold(line: string): string {
  return line.replaceAll(/ \r(?=[^\r])/g, '');
}

/** The line on which the command stood ends with it, or is the rest of it that was echoed late. */
function isEndOfEcho(line: string, command: string): boolean {
  return command.endsWith(line.trim()) || line.trimEnd().endsWith(command);
}

/** The line of the next prompt: with all of what was typed there, with the part that was echoed in time, or empty. */
function isBeginOfEcho(line: string, next: string): boolean {
  const typed = BEHIND_PROMPT.exec(line)?.[1];
  return line.trimEnd().endsWith(next) || (typed !== undefined && next.startsWith(typed.trimEnd()));
}
