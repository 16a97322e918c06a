import type { KeyedLine } from './keyed-line.ts';
import type { LineScreen, Mark } from './line-screen.ts';

/** A line while it is typed: where on the output it began, and what the keys say. */
export interface Line {
  /** Offset of the row it began on. */
  start: number;
  /** Offset at its first key: what stands there by then is the prompt. */
  anchor: number;
  prompt: string;
  /** What stood to the right already, as some shells show the time. */
  aside: string;
  /** Its first key came before there was anything to begin on. */
  isBlind: boolean;
  /** Brackets around what is pasted were asked for when it began. */
  isBracketed: boolean;
  /**
   * Where it is typed: at a prompt; in a full screen behind what may be one; or into a full-screen program that shows
   * none, where keys are no lines of a shell as far as anybody can tell.
   */
  place: 'prompt' | 'maybe' | 'program';
  /** The window has got another size since: shells draw the line anew, each in its own way. */
  isResized: boolean;
  typed: KeyedLine;
  by: string;
  /** How it was handed over before, when the editor seemed to keep it: perhaps its echo was only on its way. */
  handed?: { text: string; at: number; isNoted: boolean } | undefined;
}

export interface View {
  screen: LineScreen;
  mark: Mark;
}

export interface Reading {
  text: string;
  /** It was found behind a prompt, where a line belongs. */
  isAnchored: boolean;
  /** What stands below it, and whether that is part of it. */
  more?: string;
  isMoreOwn?: boolean;
}

const SEARCH = /\((?:failed )?(?:reverse-)?i-search\)`/;
const SEARCH_END = "': ";
// oxlint-disable-next-line no-control-regex -- a terminal is controlled by control characters
const CONTROLS = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B[\]PX^_][^\u0007\u001B]*|[\s\u0000-\u001F\u007F]/g;
/** Longer lines are not compared letter by letter. */
const MAX_RESEMBLING = 1000;

/** Whether the line is still where it began, behind the same prompt. */
function isInPlace({ screen, mark }: View, line: Line): boolean {
  return screen.isOnLineOf(mark) && screen.before(mark) === line.prompt;
}

/** A line edited over several rows, as after a paste: the prompt stands where it stood, the cursor below it. */
function isBelow({ screen, mark }: View, line: Line): boolean {
  return screen.before(mark) === line.prompt && screen.through(mark) !== undefined;
}

/** Without a prompt of its own a line can only be told from others by what was typed. */
function isWeak(line: Line): boolean {
  return line.isBlind || line.prompt.trim() === '';
}

/** The line as the screen shows it: whatever the keys did, this is what the target is about to read. */
export function readLine(view: View, line: Line, prompts: readonly string[]): Reading {
  const here = view.screen.line;
  const found = searched(here);
  if (found !== undefined) {
    return { text: found, isAnchored: true };
  }
  if (!isWeak(line) && isInPlace(view, line)) {
    const text = withoutAside(view.screen.after(view.mark), line.aside);
    return { text, isAnchored: true, ...readMore(view, line) };
  }
  // Shown anew: after a list of completions, a cleared screen, or what other programs wrote in between.
  const own = line.isBlind ? prompts : [line.prompt, ...prompts];
  const prompt = own.find((one) => one.trim() !== '' && here.startsWith(one));
  if (prompt !== undefined) {
    return { text: withoutAside(here.slice(prompt.length), line.aside), isAnchored: true };
  }
  if (!line.typed.isCertain && !isWeak(line) && isBelow(view, line) && view.screen.isSetIn(view.mark)) {
    return readBelow(view, line);
  }
  const { text } = line.typed;
  if (text.trim() !== '' && here.trimEnd().endsWith(text.trimEnd())) {
    return { text, isAnchored: false };
  }
  const inside = prompts.find((one) => one.trim().length > 1 && here.includes(one));
  if (inside !== undefined) {
    return { text: here.slice(here.lastIndexOf(inside) + inside.length), isAnchored: true };
  }
  if (!line.isBlind && isBelow(view, line)) {
    return readBelow(view, line);
  }
  return { text: here, isAnchored: false };
}

/** What a search through the history has found so far. */
function searched(here: string): string | undefined {
  const start = here.search(SEARCH);
  const end = start === -1 ? -1 : here.indexOf(SEARCH_END, start);
  return end === -1 ? undefined : here.slice(end + SEARCH_END.length);
}

function readBelow(view: View, line: Line): Reading {
  const { typed } = line;
  // Keys that made one line for sure did not make several.
  const isAnchored = !typed.isCertain || typed.hasLineEnds;
  return { text: view.screen.through(view.mark) ?? '', isAnchored, ...readMore(view, line) };
}

/** Lists that shells show below a line begin at the edge; where no key asked for one there is none. */
function readMore({ screen, mark }: View, { typed }: Line): Pick<Reading, 'more' | 'isMoreOwn'> {
  const isMoreOwn = !typed.isCertain && (!typed.mayList || screen.isSetBelow(mark.column));
  return { more: screen.below(mark.column), isMoreOwn };
}

/** All lines of a command, wherever the cursor stands. */
export function wholeText({ text, more = '', isMoreOwn = false }: Reading): string {
  return isMoreOwn ? text + more : text;
}

/** The prompt of a line whose keys came before it, once they are shown behind it. */
export function latePrompt({ screen }: View, line: Line): string {
  const { text, isCertain } = line.typed;
  const here = screen.lineToCursor;
  return isCertain && isWeak(line) && text.trim() !== '' && here.endsWith(text)
    ? here.slice(0, -text.length)
    : '';
}

/**
 * What the target took though no key was pressed that hands a line over, as shells can be told to take one by any key:
 * it stands where it stood, and there is a new prompt below with nothing behind it.
 */
export function takenLine(view: View, line: Line, prompts: readonly string[]): string | undefined {
  const { screen, mark } = view;
  if (isWeak(line) || screen.isOnLineOf(mark) || screen.before(mark) !== line.prompt) {
    return undefined;
  }
  const here = screen.line;
  const prompt = [line.prompt, ...prompts].find((one) => one.trim() !== '' && here.startsWith(one));
  const left = withoutAside(screen.after(mark), line.aside).trim();
  const isFresh = prompt !== undefined && here.slice(prompt.length).trim() === '';
  const isOwn = !line.typed.isCertain || squeeze(line.typed.text).startsWith(squeeze(left));
  return isFresh && left !== '' && isOwn ? left : undefined;
}

/** How it was handed over, if that is all that was taken: nothing but the new prompt stands below it. */
export function handedOver({ screen, mark }: View, { handed }: Line, taken: string): Line['handed'] {
  const below = screen.through(mark)?.slice(screen.after(mark).length).trim();
  const isSame = handed !== undefined && squeeze(handed.text) === squeeze(taken);
  return isSame && below === screen.line.trim() ? handed : undefined;
}

/** Whether what was typed can be found in what was shown, however a terminal that changed its size has cut it. */
export function isShownSomehow(output: string, typed: string): boolean {
  const keys = typed.replace(/\s/g, '');
  return keys !== '' && output.replace(CONTROLS, '').includes(keys);
}

/** Whether the keys so far belong to what is on the screen now, or to something that is gone. */
export function isSameLine(view: View, line: Line): boolean {
  const here = view.screen.line;
  const { text, isCertain } = line.typed;
  return (
    isInPlace(view, line) ||
    searched(here) !== undefined ||
    (line.prompt.trim() !== '' && here.startsWith(line.prompt)) ||
    (isCertain && (endsWithStart(here, text) || endsWithStart(view.screen.lineToCursor, text))) ||
    ((!isCertain || text.includes('\n')) && isBelow(view, line))
  );
}

/** Echo may be on its way: the row then ends with the beginning of what was typed. */
function endsWithStart(row: string, typed: string): boolean {
  const start = typed.trimEnd();
  const end = row.trimEnd().slice(-start.length);
  // How much of the beginning stands before each place, as the search for one text in another counts it: one pass.
  const borders = new Uint32Array(start.length);
  for (let at = 1, length = 0; at < start.length; at++) {
    length = longer(borders, start, length, start[at]);
    borders[at] = length;
  }
  let length = 0;
  for (const unit of end.split('')) {
    length = longer(borders, start, length === start.length ? (borders[length - 1] ?? 0) : length, unit);
  }
  return length > 0;
}

function longer(borders: Uint32Array, text: string, before: number, unit: string | undefined): number {
  let length = before;
  while (length > 0 && text[length] !== unit) {
    length = borders[length - 1] ?? 0;
  }
  return text[length] === unit ? length + 1 : length;
}

/** A time that is shown there goes on meanwhile. */
function withoutAside(text: string, aside: string): string {
  const end = text.trimEnd();
  return aside !== '' && shape(end).endsWith(shape(aside)) ? end.slice(0, -aside.length) : text;
}

function shape(text: string): string {
  return text.replace(/\d/g, '0');
}

/** Whether a line that was handed over is still there to be edited, its cursor on it or below its beginning. */
export function isStillThere(view: View, line: Line): boolean {
  return !isWeak(line) && (isInPlace(view, line) || (isBelow(view, line) && view.screen.isSetIn(view.mark)));
}

/** What the target might read as well: a suggestion it takes by itself, or what was pasted. */
export function otherReadings({ typed }: Line, shown: string, suggested: string): string[] {
  if (typed.isCertain && squeeze(shown) === squeeze(typed.text)) {
    return [];
  }
  return [
    ...(suggested === '' ? [] : [shown + suggested]),
    ...(typed.hasLineEnds || isRecased(shown, typed.text) ? [typed.text.trim()] : []),
  ];
}

/** Some shells show what they suggest in place of what was typed, when only the case differs. */
function isRecased(shown: string, typed: string): boolean {
  const keys = squeeze(typed);
  return !shown.includes(keys) && shown.toLowerCase().includes(keys.toLowerCase());
}

/** A shell that knows no other letters shows a question mark for each byte or character of them. */
export function isShownAs(shown: string, keys: string): boolean {
  if (shown === keys || !shown.includes('?')) {
    return shown === keys;
  }
  const isNamed = /[^?\s]/.test(shown);
  return isNamed && [/[^ -~]/gu, /[^ -~]/g].some((other) => keys.replace(other, '?') === shown);
}

/** Blank for blank: tabs and wrapped rows look different on the screen. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What stands there could well be what was typed, changed by an editor that helps. */
export function resembles(shown: string, typed: string): boolean {
  if (typed.length > MAX_RESEMBLING) {
    return false;
  }
  let at = 0;
  let found = 0;
  for (const character of typed) {
    const place = shown.indexOf(character, at);
    if (place !== -1) {
      found += 1;
      at = place + character.length;
    }
  }
  return found > 0 && found >= typed.length * 0.6;
}

/** Stars instead of what was typed, or keys that a program without editing shows by their names: no command. */
export function isNoise(text: string): boolean {
  return /^[*•●]+$/.test(text.trim()) || /^(?:\^\[\[?[0-9;]*[A-Za-z~]?\s*)+$/.test(text.trim());
}
