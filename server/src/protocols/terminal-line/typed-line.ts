import { LIMITS } from '@jadegate/contract/limits';

import type { Key } from './key-reader.ts';

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
export class TypedLine {
  readonly #decoder = new TextDecoder();
  #text = '';
  #cursor = 0;
  #isCertain = true;
  #hasKeys = false;
  #mayList = false;

  get text(): string {
    return this.#text;
  }

  /** The keys alone say what the line is. */
  get isCertain(): boolean {
    return this.#isCertain;
  }

  get hasKeys(): boolean {
    return this.#hasKeys;
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
    this.#isCertain &&= !(this.#text.includes('\n') && (key.kind === 'control' || key.kind === 'function'));
    switch (key.kind) {
      case 'text':
        this.#insert(this.#decoder.decode(key.bytes, { stream: true }));
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
    const room = MAX_CHARACTERS - this.#text.length;
    this.#isCertain &&= text.length <= room;
    const fitting = text.slice(0, Math.max(0, room));
    this.#text = this.#text.slice(0, this.#cursor) + fitting + this.#text.slice(this.#cursor);
    this.#cursor += fitting.length;
  }

  #control(code: number): void {
    this.#mayList ||= LISTING.has(code);
    const before = this.#text.slice(0, this.#cursor);
    const after = this.#text.slice(this.#cursor);
    switch (code) {
      case 0x08:
      case 0x7f:
        this.#set([...before].slice(0, -1).join(''), after);
        return;
      case 0x01:
        this.#cursor = 0;
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
        this.#set(before, '');
        return;
      case 0x15:
        // With some shells the whole line goes.
        this.#isCertain &&= after === '';
        this.#set('', after);
        return;
      case 0x17:
        // Shells differ about what a word is.
        this.#set(before.replace(/\S+\s*$/, ''), after);
        this.#isCertain = false;
        return;
      case 0x0c:
        return;
      default:
        this.#isCertain = false;
    }
  }

  #function(name: string): void {
    const before = Array.from(this.#text.slice(0, this.#cursor));
    const after = Array.from(this.#text.slice(this.#cursor));
    switch (name) {
      case 'left':
        this.#cursor -= before.at(-1)?.length ?? 0;
        return;
      case 'right':
        this.#cursor += after[0]?.length ?? 0;
        this.#noteEnd(after.length);
        return;
      case 'home':
        this.#cursor = 0;
        return;
      case 'end':
        this.#cursor = this.#text.length;
        this.#noteEnd(after.length);
        return;
      case 'delete':
        this.#set(before.join(''), after.slice(1).join(''));
        return;
      default:
        this.#mayList ||= name === 'alt';
        this.#isCertain = false;
    }
  }

  /** Beyond the end some shells take what they suggest. */
  #noteEnd(behind: number): void {
    this.#isCertain &&= behind > 0;
  }

  #set(before: string, after: string): void {
    this.#text = before + after;
    this.#cursor = before.length;
  }
}
