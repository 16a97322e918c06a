/** A piece of what a terminal is sent. */
export type TerminalToken =
  | { kind: 'text'; text: string }
  /** One control character, of those below the space or of those between 7F and 9F. */
  | { kind: 'control'; character: string }
  /** ESC [ parameters final: moves, colours, modes. */
  | { kind: 'sequence'; params: string; final: string }
  /** ESC and a letter, with what stands between them. */
  | { kind: 'escape'; letters: string }
  /** A title, a picture and the like, which shows no text on the screen. */
  | { kind: 'string' }
  /** The end of the text, when it may be the beginning of one of the others. */
  | { kind: 'unfinished'; text: string };

const ESCAPE = 0x1b;
// No two parts of an expression can match the same character, so that none takes longer than the text is long.
// oxlint-disable-next-line no-control-regex -- a terminal is controlled by control characters
const TEXT = /[^\u0000-\u001F\u007F-\u009F]+/y;
// oxlint-disable-next-line no-control-regex -- as above
const SEQUENCE = /\u001B\[([0-?]*)[ -/]*([@-~])/y;
/** Ends with BEL or ESC \, and is broken off by CAN, SUB or the next ESC. */
const STRING =
  // oxlint-disable-next-line no-control-regex -- as above
  /\u001B[\]PX^_][^\u0007\u0018\u001A\u001B]*(?:[\u0007\u0018\u001A]|\u001B\\|(?=\u001B[^\\]))/y;
/** What may still become a sequence, a string or an escape. */
const BEGINNING =
  // oxlint-disable-next-line no-control-regex -- as above
  /\u001B(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u0018\u001A\u001B]*\u001B?|[ -/]*)$/y;
// oxlint-disable-next-line no-control-regex -- as above
const LETTERS = /\u001B([ -/]*[0-~])/y;

/** Cuts text for a terminal into what it shows and what it obeys, and knows what none of that means. */
export function* terminalTokens(text: string): Generator<TerminalToken> {
  let at = 0;
  while (at < text.length) {
    TEXT.lastIndex = at;
    if (TEXT.test(text)) {
      const end = TEXT.lastIndex;
      yield { kind: 'text', text: text.slice(at, end) };
      at = end;
    } else if (text.charCodeAt(at) === ESCAPE) {
      const { token, end } = readEscape(text, at);
      yield token;
      at = end;
    } else {
      yield { kind: 'control', character: text.charAt(at) };
      at += 1;
    }
  }
}

/** What begins with an escape, tried in this order; an escape that begins nothing is a control character. */
function readEscape(text: string, at: number): { token: TerminalToken; end: number } {
  SEQUENCE.lastIndex = at;
  const [, params = '', final = ''] = SEQUENCE.exec(text) ?? [];
  if (final !== '') {
    return { token: { kind: 'sequence', params, final }, end: SEQUENCE.lastIndex };
  }
  STRING.lastIndex = at;
  if (STRING.test(text)) {
    return { token: { kind: 'string' }, end: STRING.lastIndex };
  }
  BEGINNING.lastIndex = at;
  if (BEGINNING.test(text)) {
    return { token: { kind: 'unfinished', text: text.slice(at) }, end: text.length };
  }
  LETTERS.lastIndex = at;
  const [, letters = ''] = LETTERS.exec(text) ?? [];
  return letters === ''
    ? { token: { kind: 'control', character: text.charAt(at) }, end: at + 1 }
    : { token: { kind: 'escape', letters }, end: LETTERS.lastIndex };
}
