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

/**
 * Tried in this order at each place: text, sequence, string, what may still become one, escape, control. A string ends
 * with BEL or ESC \, and is broken off by CAN, SUB or the next ESC. No two parts of an alternative can match the same
 * character, so that the time it takes grows with the length of the text and no faster.
 */
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- a terminal is controlled by control characters
  /([^\u0000-\u001F\u007F-\u009F]+)|\u001B\[([0-?]*)[ -/]*([@-~])|(\u001B[\]PX^_][^\u0007\u0018\u001A\u001B]*(?:[\u0007\u0018\u001A]|\u001B\\|(?=\u001B[^\\])))|(\u001B(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u0018\u001A\u001B]*\u001B?|[ -/]*)$)|\u001B([ -/]*[0-~])|([\u0000-\u001F\u007F-\u009F])/g;

/** Cuts text for a terminal into what it shows and what it obeys, and knows what none of that means. */
export function* terminalTokens(text: string): Generator<TerminalToken> {
  for (const [, shown, params, final, string, unfinished, letters, character] of text.matchAll(TOKEN)) {
    if (shown !== undefined) {
      yield { kind: 'text', text: shown };
    } else if (final !== undefined) {
      yield { kind: 'sequence', params: params ?? '', final };
    } else if (character !== undefined) {
      yield { kind: 'control', character };
    } else if (string !== undefined) {
      yield { kind: 'string' };
    } else if (unfinished !== undefined) {
      yield { kind: 'unfinished', text: unfinished };
    } else if (letters !== undefined) {
      yield { kind: 'escape', letters };
    }
  }
}
