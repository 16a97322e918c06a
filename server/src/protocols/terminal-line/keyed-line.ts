import { StringDecoder } from 'node:string_decoder';

import { LIMITS } from '@jadegate/contract/limits';

import type { Key } from './key-reader.ts';
import { TextBuffer } from './text-buffer.ts';

/** One more than is judged, so that a longer line is seen to be too long. */
const MAX_CHARACTERS = LIMITS.judgedLine.max + 1;

/** Tab, Ctrl-D, and both directions of a search. */
const LISTING = new Set([0x09, 0x04, 0x12, 0x13]);

/** Said by the terminal when its window comes to the front or goes. */
const FOCUS = new Set(['\u001B[I', '\u001B[O']);

/**
 * The line as the keys make it, with the editing every shell has. Keys that bring in what was not typed (history,
 * completion) make it uncertain: then only the screen knows.
 */
export class KeyedLine {
  /** Made for the first key that needs one: thousands of lines may wait, and each decoder is a burden. */
  #decoder: StringDecoder | undefined;
  readonly #line = new TextBuffer(MAX_CHARACTERS);
  #isCertain = true;
  #hasKeys = false;
  #mayList = false;

  get text(): string {
    return this.#line.text;
  }

  /** The keys alone say what the line is. */
  get isCertain(): boolean {
    return this.#isCertain;
  }

  get hasKeys(): boolean {
    return this.#hasKeys;
  }

  /** A line end was pasted into it. */
  get hasLineEnds(): boolean {
    return this.#line.hasLineEnds;
  }

  /** A key that makes shells show a list, or a question, below the line. */
  get mayList(): boolean {
    return this.#mayList;
  }

  /** Something may stand on the line that no key has put there. */
  doubt(): void {
    this.#isCertain = false;
  }

  press(key: Key): void {
    const isAside = key.kind === 'reply' && FOCUS.has(Buffer.from(key.bytes).toString('latin1'));
    this.#hasKeys ||= !isAside;
    // A shell that did not ask may take the terminal's answer for keys.
    this.#isCertain &&= key.kind !== 'reply' || isAside;
    // Between the lines of a paste shells move and delete each in its own way.
    this.#isCertain &&= !(this.hasLineEnds && (key.kind === 'control' || key.kind === 'function'));
    switch (key.kind) {
      case 'text':
        this.#insert(this.#decode(key.bytes));
        return;
      case 'submit':
        // Only a line end inside a paste comes here: it is part of the line.
        this.#insert('\n');
        return;
      case 'control':
        this.#control(Number(key.name));
        return;
      case 'function':
        this.#function(key.name);
        return;
      default:
    }
  }

  #insert(text: string): void {
    const isAll = this.#line.insert(text);
    this.#isCertain &&= isAll;
  }

  #decode(bytes: Uint8Array): string {
    if (!this.#decoder && bytes.every((byte) => byte < 0x80)) {
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    }
    this.#decoder ??= new StringDecoder();
    return this.#decoder.write(bytes);
  }

  #control(code: number): void {
    this.#mayList ||= LISTING.has(code);
    switch (code) {
      case 0x08:
      case 0x7f:
        this.#line.eraseBefore(1);
        return;
      case 0x01:
        this.#function('home');
        return;
      case 0x05:
        this.#function('end');
        return;
      case 0x02:
        this.#function('left');
        return;
      case 0x06:
        this.#function('right');
        return;
      case 0x04:
        this.#function('delete');
        return;
      case 0x0b:
        this.#line.eraseBehind();
        return;
      case 0x15:
        // With some shells the whole line goes.
        this.#isCertain &&= this.#line.isAtEnd;
        this.#line.eraseBefore();
        return;
      case 0x17:
        // Shells differ about what a word is.
        this.#line.eraseWord();
        this.#isCertain = false;
        return;
      case 0x0c:
        return;
      default:
        this.#isCertain = false;
    }
  }

  #function(name: string): void {
    switch (name) {
      case 'left':
        this.#line.move(-1);
        return;
      case 'right':
        this.#noteEnd();
        this.#line.move(1);
        return;
      case 'home':
        this.#line.moveToStart();
        return;
      case 'end':
        this.#noteEnd();
        this.#line.moveToEnd();
        return;
      case 'delete':
        this.#line.eraseBehind(1);
        return;
      default:
        this.#mayList ||= name === 'alt';
        this.#isCertain = false;
    }
  }

  /** Beyond the end some shells take what they suggest. */
  #noteEnd(): void {
    this.#isCertain &&= !this.#line.isAtEnd;
  }
}
