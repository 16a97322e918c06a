import { StringDecoder } from 'node:string_decoder';

import type { Shell } from './shell.ts';

interface Screen {
  write(text: string): void;
  /** Nothing more comes: the shell has ended with this code. */
  end(code: number): void;
}

const MAX_LINE = 2000;
const MAX_HISTORY = 200;
/** What follows the escape character of a key that is no letter. */
const AFTER_ESCAPE = /^(?:\[[\d;?]*[ -/]*[@-~]|O.|.)?/;
/** East Asian characters take two columns; as much as a line editor needs to know. */
const columnsOf = (text: string) => [...text].reduce((sum, char) => sum + (char >= '\u1100' ? 2 : 1), 0);

/** A person at a prompt: echoes what is typed, keeps a history, runs lines, and stops what runs at Ctrl+C. */
export class Terminal {
  readonly #shell: Shell;
  readonly #screen: Screen;
  readonly #decoder = new StringDecoder('utf8');
  #line = '';
  #historyAt = 0;
  #running: AbortController | undefined;
  /** What is typed while something runs is for the next prompt. */
  #waiting = '';
  rows: number;

  constructor(shell: Shell, screen: Screen, rows: number) {
    this.#shell = shell;
    this.#screen = screen;
    this.rows = rows;
    const { bytes } = shell.parts.files.need('/etc/motd');
    this.#print(`${bytes.toString()}${shell.prompt}`);
  }

  type(bytes: Buffer): void {
    this.#take(this.#decoder.write(bytes));
  }

  hangUp(): void {
    this.#running?.abort();
    this.#waiting = '';
  }

  #take(typed: string): void {
    let text = typed;
    while (text !== '') {
      if (this.#running) {
        this.#takeWhileRunning(text);
        return;
      }
      const key = firstKey(text);
      text = text.slice(key.length);
      this.#key(key, text);
      if (this.#running) {
        this.#waiting = text;
        return;
      }
    }
  }

  #takeWhileRunning(text: string): void {
    // Ctrl+C, or the key with which one leaves what fills the screen.
    if (text.includes('\u0003') || text === 'q') {
      this.#running?.abort();
      this.#print('^C\n');
    } else if (this.#waiting.length < MAX_LINE) {
      this.#waiting += text;
    }
  }

  #key(key: string, rest: string): void {
    switch (key) {
      case '\r':
      case '\n':
        // One Enter, also where a client sends both.
        if (!(key === '\r' && rest.startsWith('\n'))) {
          this.#enter();
        }
        return;
      case '\u007F':
      case '\b': {
        const last = [...this.#line].at(-1);
        if (last !== undefined) {
          this.#line = this.#line.slice(0, -last.length);
          this.#screen.write('\b \b'.repeat(columnsOf(last)));
        }
        return;
      }
      case '\u0003':
        this.#print(`^C\n${this.#shell.prompt}`);
        this.#line = '';
        return;
      case '\u0004':
        if (this.#line === '') {
          this.#print('logout\n');
          this.#screen.end(0);
        }
        return;
      case '\u0015':
        this.#replace('');
        return;
      case '\f':
        this.#print(`\u001B[H\u001B[2J${this.#shell.prompt}${this.#line}`);
        return;
      case '\u001B[A':
      case '\u001BOA':
        this.#recall(-1);
        return;
      case '\u001B[B':
      case '\u001BOB':
        this.#recall(1);
        return;
      default:
        if (key >= ' ' && this.#line.length < MAX_LINE) {
          this.#line += key;
          this.#screen.write(key);
        }
    }
  }

  #recall(step: number): void {
    const { history } = this.#shell;
    this.#historyAt = Math.max(0, Math.min(history.length, this.#historyAt + step));
    this.#replace(history[this.#historyAt] ?? '');
  }

  #replace(line: string): void {
    this.#screen.write('\b \b'.repeat(columnsOf(this.#line)) + line);
    this.#line = line;
  }

  #enter(): void {
    const line = this.#line;
    this.#line = '';
    this.#print('\n');
    const { history } = this.#shell;
    if (line.trim() !== '') {
      history.push(line);
      history.splice(0, history.length - MAX_HISTORY);
    }
    this.#historyAt = history.length;
    const running = new AbortController();
    this.#running = running;
    const write = (text: string) => this.#print(text);
    this.#shell
      .run(line, { write, signal: running.signal, rows: this.rows })
      .catch((error: unknown) => this.#print(`bash: ${String(error)}\n`))
      .finally(() => this.#done());
  }

  #done(): void {
    this.#running = undefined;
    if (this.#shell.isOver) {
      this.#screen.end(this.#shell.code);
      return;
    }
    this.#print(this.#shell.prompt);
    const waiting = this.#waiting;
    this.#waiting = '';
    this.#take(waiting);
  }

  #print(text: string): void {
    this.#screen.write(text.replaceAll('\n', '\r\n'));
  }
}

function firstKey(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return first === '\u001B' ? first + (AFTER_ESCAPE.exec(text.slice(1))?.[0] ?? '') : first;
}
