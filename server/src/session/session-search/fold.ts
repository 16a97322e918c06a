/** Grams of a needle that are asked for; more narrow the candidates little and cost time. */
const MAX_GRAMS = 16;

/** As the index sees text: without case, a tab like a space, every character at its old place. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : [...text].map(foldOne).join('');
  return same.replaceAll('\t', ' ').replaceAll('ς', 'σ');
}

function foldOne(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** What the index of three characters is asked for: blocks that have all of them. Nothing for shorter needles. */
export function gramQuery(needle: string): string | undefined {
  const characters = [...needle];
  if (characters.length < 3) {
    return undefined;
  }
  const grams = new Set<string>();
  for (let index = 0; index + 3 <= characters.length; index++) {
    grams.add(characters.slice(index, index + 3).join(''));
  }
  const all = [...grams];
  const step = Math.max(1, all.length / MAX_GRAMS);
  const chosen = Array.from({ length: Math.min(all.length, MAX_GRAMS) }, (_, n) => all[Math.floor(n * step)]);
  return chosen.map((gram = '') => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
}

const PLANE = 0x11_00_00;
const ASCII = 0x80;
const asciiTokens = Array.from({ length: ASCII * ASCII }, (_, pair) =>
  pairToken(Math.floor(pair / ASCII), pair % ASCII),
);

/** Two characters as one word of letters and digits, which every tokenizer takes as it is. */
function pairToken(first: number, second: number): string {
  return (first * PLANE + second).toString(36);
}

export function pairQuery(needle: string): string {
  const [first = '', second = ''] = [...needle];
  return `"${pairToken(first.codePointAt(0) ?? 0, second.codePointAt(0) ?? 0)}"`;
}

/** The words for every two neighbours in a folded text. */
export class CharacterPairs {
  readonly #seen = new Uint32Array(ASCII * ASCII);
  #round = 0;

  of(text: string): string {
    this.#round += 1;
    const tokens: string[] = [];
    const others = new Set<number>();
    let before = 0x20;
    for (let index = 0; index < text.length; index++) {
      const code = text.codePointAt(index) ?? 0;
      if (code > 0xff_ff) {
        index++;
      }
      if (code > 0x20 && before > 0x20) {
        this.#add(before, code, tokens, others);
      }
      before = code;
    }
    for (const pair of others) {
      tokens.push(pair.toString(36));
    }
    return tokens.join(' ');
  }

  #add(first: number, second: number, tokens: string[], others: Set<number>): void {
    if (first >= ASCII || second >= ASCII) {
      others.add(first * PLANE + second);
      return;
    }
    const pair = first * ASCII + second;
    if (this.#seen[pair] !== this.#round) {
      this.#seen[pair] = this.#round;
      tokens.push(asciiTokens[pair] ?? '');
    }
  }
}
