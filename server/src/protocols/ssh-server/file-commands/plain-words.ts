const BLANK = /[ \t]/;
/** What a shell takes as it is, with what stands for names of files. */
const PLAIN = /[\p{L}\p{N}\p{M}_@%+=:,./~^*?[\]{}-]/u;
const MOST_CHARACTERS = 16_384;

/** The words of a line, if a shell would take it for nothing but one command and its words; otherwise undefined. */
export function plainWords(line: string): string[] | undefined {
  if (line.length > MOST_CHARACTERS) {
    return undefined;
  }
  const words: string[] = [];
  let word: string | undefined;
  const characters = [...line];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (BLANK.test(character)) {
      if (word !== undefined) {
        words.push(word);
      }
      word = undefined;
      continue;
    }
    const quoted = readQuoted(characters, at);
    if (quoted) {
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (PLAIN.test(character)) {
      word = (word ?? '') + character;
    } else {
      return undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** What begins here with a quotation mark or a backslash, and means itself; `end` is where it ends. */
function readQuoted(characters: readonly string[], at: number): { text: string; end: number } | undefined {
  const mark = characters[at];
  if (mark === '\\') {
    const next = characters[at + 1];
    return next === undefined || isControl(next) ? undefined : { text: next, end: at + 1 };
  }
  if (mark !== "'" && mark !== '"') {
    return undefined;
  }
  const end = characters.indexOf(mark, at + 1);
  const text = characters.slice(at + 1, end).join('');
  const meansItself = mark === "'" || !/[$`\\!]/.test(text);
  return end < 0 || isControl(text) || !meansItself ? undefined : { text, end };
}

const isControl = (text: string) => /\p{Cc}/u.test(text);
