/**
 * What ends lines, moves cursors, turns the direction of writing or cannot be seen: in a log that people and programs read
 * it could pass for what it is not. Joiners of letters and emoji are none of these.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** The text on one line, with such characters spelled out, as in `\u{202e}`. */
export function spelledText(text: string): string {
  return text.toWellFormed().replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** JSON on one line that says the same and has none of them in it: they are escaped as JSON escapes. */
export function spelledJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, (sign) =>
    [...Array(sign.length).keys()]
      .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
