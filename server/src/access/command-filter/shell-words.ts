/** Pieces of shell quoting that the splitter and the patterns of rules share. Pure, linear, never throws. */

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The body of `$'…'`, where `\x72` is `r`. */
export function decodeAnsiC(body: string): string {
  return body.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|([^]))/g,
    (_all, hex?: string, unicode?: string, octal?: string, other = '') => {
      if (hex ?? unicode) {
        return String.fromCharCode(Number.parseInt(hex ?? unicode ?? '', 16));
      }
      return octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : (ESCAPES[other] ?? other);
    },
  );
}

/** Where the `'` ends that closes `$'…'`, or -1. */
export function endOfAnsiC(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') {
      at++;
    } else if (text[at] === "'") {
      return at;
    }
  }
  return -1;
}

/** Words at unquoted blanks, without their quotes. Operators are ordinary characters here. */
export function plainWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    const next = text[at + 1];
    if (quote !== '') {
      if (char === quote) {
        quote = '';
      } else if (quote === '"' && char === '\\' && next !== undefined && '"\\$`'.includes(next)) {
        word = (word ?? '') + next;
        at++;
      } else {
        word = (word ?? '') + char;
      }
    } else if (/\s/.test(char)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
    } else if (char === '\\' && next !== undefined) {
      // A backslash before a line end joins the two lines.
      word = next === '\n' ? word : (word ?? '') + next;
      at++;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) {
    words.push(word);
  }
  return words;
}
