import { decodeAnsiC, endOfAnsiC } from './shell-words.ts';

/** One simple command of a line: as typed, and its words without quotes and redirections. */
interface SimpleCommand {
  text: string;
  words: string[];
}

interface SplitLine {
  commands: SimpleCommand[];
  /** Nested deeper than is looked into. */
  tooDeep: boolean;
}

/** Each level is read once more as part of what holds it, so the depth bounds the work. */
export const MAX_DEPTH = 8;

/** Splits a line at the shell's operators, and looks into `$(…)`, backticks, `(…)` and `<(…)`. */
export function splitLine(line: string, depth = 0): SplitLine {
  return new Splitter(line, depth).run();
}

class Splitter {
  readonly #text: string;
  readonly #depth: number;
  #at = 0;
  #tooDeep = false;
  /** The outermost `"` that nothing closes. */
  #openQuote = -1;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  run(): SplitLine {
    const commands: SimpleCommand[] = [];
    while (this.#at < this.#text.length) {
      commands.push(...this.#list('', this.#depth));
    }
    if (this.#openQuote >= 0) {
      // The shell would wait for the rest of the quote. What stands in it so far is judged as if it were not quoted.
      commands.push(...this.#inner(this.#text.slice(this.#openQuote + 1), this.#depth + 1));
    }
    return { commands, tooDeep: this.#tooDeep };
  }

  #inner(text: string, depth: number): SimpleCommand[] {
    if (depth > MAX_DEPTH) {
      this.#tooDeep = true;
      return [];
    }
    const { commands, tooDeep } = splitLine(text, depth);
    this.#tooDeep ||= tooDeep;
    return commands;
  }

  /** Commands up to the closing character, which is read too. */
  #list(closer: string, depth: number): SimpleCommand[] {
    const done: SimpleCommand[] = [];
    let current = new Building(this.#at);
    const finish = () => {
      done.push(...current.finish(this.#text, this.#at));
      this.#at++;
      current = new Building(this.#at);
    };
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      if (char === closer) {
        finish();
        return done;
      }
      if (char === '(') {
        finish();
        done.push(...this.#nested(')', depth));
        current = new Building(this.#at);
      } else if (isSeparator(char) && !(char === '&' && this.#text[this.#at + 1] === '>')) {
        finish();
      } else {
        this.#inCommand(char, current, depth);
      }
    }
    done.push(...current.finish(this.#text, this.#at));
    return done;
  }

  #nested(closer: string, depth: number): SimpleCommand[] {
    if (depth >= MAX_DEPTH) {
      this.#tooDeep = true;
      return [];
    }
    return this.#list(closer, depth + 1);
  }

  #inCommand(char: string, current: Building, depth: number): void {
    const next = this.#text[this.#at + 1] ?? '';
    if (char === ' ' || char === '\t') {
      current.endWord();
      this.#at++;
    } else if (char === '\\') {
      current.add(next === '\n' ? '' : next, next !== '\n');
      this.#at += 2;
    } else if (char === '#' && !current.hasWord) {
      current.isComment = true;
      this.#literal(char, current);
    } else if (char === "'" && !current.isComment) {
      this.#single(current);
    } else if (char === '"' && !current.isComment) {
      this.#double(current, depth);
    } else if (char === '$' || char === '`') {
      this.#dollar(char, next, current, depth);
    } else if (char === '<' || char === '>' || char === '&') {
      this.#redirection(current, depth);
    } else {
      this.#literal(char, current);
    }
  }

  #literal(text: string, current: Building): void {
    current.add(text);
    this.#at += text.length;
  }

  #single(current: Building): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) {
      this.#literal("'", current);
      return;
    }
    current.add(this.#text.slice(this.#at + 1, end));
    this.#at = end + 1;
  }

  #double(current: Building, depth: number): void {
    const start = this.#at++;
    current.add('');
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      if (char === '"') {
        this.#at++;
        return;
      }
      if (char === '\\' && next !== '' && '"\\$`\n'.includes(next)) {
        current.add(next === '\n' ? '' : next);
        this.#at += 2;
      } else if (char === '`' || (char === '$' && next === '(')) {
        this.#dollar(char, next, current, depth);
      } else {
        this.#literal(char, current);
      }
    }
    this.#openQuote = this.#openQuote < 0 ? start : Math.min(this.#openQuote, start);
  }

  /** `$(…)`, backticks, `$'…'` and `$IFS`; every other dollar is a character. */
  #dollar(char: string, next: string, current: Building, depth: number): void {
    const start = this.#at;
    if (char === '`') {
      this.#backticks(current, depth);
    } else if (next === '(') {
      this.#at += 2;
      current.children.push(...this.#nested(')', depth));
      current.add(this.#text.slice(start, this.#at));
    } else if (next === "'" && !current.isComment && endOfAnsiC(this.#text, start + 2) >= 0) {
      const end = endOfAnsiC(this.#text, start + 2);
      current.add(decodeAnsiC(this.#text.slice(start + 2, end)));
      this.#at = end + 1;
    } else if (next === '"' && !current.isComment) {
      this.#at++;
    } else {
      const blank = /^\$(?:\{IFS\}|IFS(?!\w))/.exec(this.#text.slice(start, start + 7))?.[0];
      if (blank) {
        current.endWord();
        this.#at += blank.length;
      } else {
        this.#literal(char, current);
      }
    }
  }

  #backticks(current: Building, depth: number): void {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '`') {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    const body = this.#text.slice(start + 1, end).replace(/\\([\\`$])/g, '$1');
    current.children.push(...this.#inner(body, depth + 1));
    current.add(this.#text.slice(start, end + 1));
    this.#at = end + 1;
  }

  #redirection(current: Building, depth: number): void {
    const start = this.#at;
    if (/^[<>]\(/.test(this.#text.slice(start, start + 2))) {
      this.#at += 2;
      current.children.push(...this.#nested(')', depth));
      current.add(this.#text.slice(start, this.#at));
      return;
    }
    current.dropFileDescriptor();
    const operator = /^(?:&>>?|<<<|<<-?|<>|<&|<|>>|>\||>&|>)/.exec(this.#text.slice(start, start + 3))?.[0];
    current.expectTarget();
    this.#at += operator?.length ?? 1;
  }
}

function isSeparator(char: string): boolean {
  return char !== '' && ';|&)\n\r'.includes(char);
}

/** A command while its words are being read. */
class Building {
  readonly #start: number;
  readonly #words: string[] = [];
  readonly children: SimpleCommand[] = [];
  isComment = false;
  #word: string | undefined;
  #isTarget = false;

  constructor(start: number) {
    this.#start = start;
  }

  get hasWord(): boolean {
    return this.#word !== undefined;
  }

  add(text: string, begins = true): void {
    if (begins || this.#word !== undefined) {
      this.#word = (this.#word ?? '') + text;
    }
  }

  endWord(): void {
    if (this.#word !== undefined) {
      if (!this.#isTarget) {
        this.#words.push(this.#word);
      }
      this.#isTarget = false;
    }
    this.#word = undefined;
  }

  /** `2>` is one sign: the number belongs to it. */
  dropFileDescriptor(): void {
    if (/^\d+$/.test(this.#word ?? '')) {
      this.#word = undefined;
    } else {
      this.endWord();
    }
  }

  expectTarget(): void {
    this.#isTarget = true;
  }

  finish(source: string, end: number): SimpleCommand[] {
    this.endWord();
    const text = source.slice(this.#start, end).trim();
    return text === '' ? this.children : [{ text, words: this.#words }, ...this.children];
  }
}
