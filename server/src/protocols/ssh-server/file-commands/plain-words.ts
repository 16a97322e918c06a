const BLANK = /[ \t]/;
/** What a shell takes as it is, with what stands for names of files. */
const PLAIN = /[\p{L}\p{N}\p{M}_@%+=:,./~*?[\]{}-]/u;
/**
 * What makes more than one command of a line in some shell, also where it is quoted for another: cmd.exe knows neither `'` nor
 * a backslash, and to fish a backslash in `'…'` keeps the quote open.
 */
const MEANS_MORE = /[\p{Cc}&;|<>()$`!^\\]/u;
/** Where blanks are quoted for nobody, an option. */
const BEGINS_OPTION = / -[^ ]/;
/** A variable of cmd.exe: what it holds may be the client's. */
const VARIABLE = /%.*%/;
const MOST_CHARACTERS = 16_384;

/**
 * The words of a line, if any shell would take it for nothing but one command and its words; otherwise undefined. Which shell
 * an account has is not known here.
 */
export function plainWords(line: string): string[] | undefined {
  if (line.length > MOST_CHARACTERS || VARIABLE.test(line)) {
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
  const all = word === undefined ? words : [...words, word];
  return all.some((one) => BEGINS_OPTION.test(one)) ? undefined : all;
}

/** What begins here with a quotation mark or a backslash, and means itself; `end` is where it ends. */
function readQuoted(characters: readonly string[], at: number): { text: string; end: number } | undefined {
  const mark = characters[at];
  if (mark === '\\') {
    const next = characters[at + 1];
    return next === undefined || MEANS_MORE.test(next) ? undefined : { text: next, end: at + 1 };
  }
  if (mark !== "'" && mark !== '"') {
    return undefined;
  }
  const end = characters.indexOf(mark, at + 1);
  const text = characters.slice(at + 1, end).join('');
  return end < 0 || MEANS_MORE.test(text) ? undefined : { text, end };
}
