import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { LineScreen } from './line-screen.ts';
import type { Line, View } from './line-view.ts';
import type { OutputTail } from './output-tail.ts';

type Place = Pick<Line, 'start' | 'anchor'>;

/** A view without the grey text behind the cursor, and that text. */
interface CleanView {
  view: View;
  suggested: string;
}

const MAX_SIZES = 32;
/** Of a line that began further back nobody could see the beginning. */
const MAX_BYTES = 32 * 1024;
const MAX_KEPT = 8;
/** What a drawing costs, in keys: something to begin with, and a key for so many bytes. */
const BASE_WORK = 8;
const BYTES_PER_KEY = 32;

/**
 * Draws the lines that are typed. For the same output nothing is drawn twice, so that keys which bring no answer of the
 * target cost no drawing; what was drawn is counted for whoever shares out the time.
 */
export class LineDrawings {
  readonly #tail: OutputTail;
  readonly #size: () => TerminalSize;
  /** How large the terminal was, from which offset on. */
  #sizes: { from: number; size: TerminalSize }[] = [];
  #kept = new Map<string, View | CleanView>();
  #keptFor = -1;
  /** One for all drawings: each is a burden to the garbage collector, and thousands are drawn in a second. */
  readonly #decoder = new TextDecoder();
  #work = 0;

  constructor(tail: OutputTail, size: () => TerminalSize) {
    this.#tail = tail;
    this.#size = size;
  }

  /** Looks how large the terminal is by now; answers whether that is another size than before. */
  noteSize(): boolean {
    const size = this.#size();
    const last = this.#sizes.at(-1)?.size;
    if (last?.cols === size.cols && last.rows === size.rows) {
      return false;
    }
    this.#sizes = [...this.#sizes.slice(1 - MAX_SIZES), { from: this.#tail.end, size }];
    this.#kept.clear();
    return last !== undefined;
  }

  /** The screen around a line, with a mark at its first key. It is shared: nobody changes it. */
  view(place: Place): View {
    return this.#keep(`view ${place.start} ${place.anchor}`, () => this.draw(place)) as View;
  }

  clean(place: Place): CleanView {
    return this.#keep(`clean ${place.start} ${place.anchor}`, () => {
      const view = this.draw(place);
      return { view, suggested: view.screen.dropGrey(view.mark) };
    }) as CleanView;
  }

  /** A drawing of one's own, as the screen was at some end. */
  draw({ start: wanted, anchor }: Place, end = this.#tail.end): View {
    const start = Math.max(wanted, end - MAX_BYTES);
    // What an earlier drawing was cut off in is none of this one's.
    this.#decoder.decode();
    const decode = (bytes: Uint8Array) => this.#decoder.decode(bytes, { stream: true });
    const screen = new LineScreen(this.#sizeAt(start));
    const first = Math.max(start, anchor);
    this.#write(screen, decode, start, first);
    const mark = screen.mark();
    this.#write(screen, decode, first, end);
    // A place that the tail no longer reaches costs nothing, and gives nothing back.
    this.#work += BASE_WORK + Math.max(0, end - start) / BYTES_PER_KEY;
    return { screen, mark };
  }

  /** How much was drawn since the beginning, in keys. */
  get work(): number {
    return this.#work;
  }

  /** What is read off a drawing costs about as much as drawing it. */
  noteRead({ start }: Pick<Place, 'start'>): void {
    this.#work += Math.min(this.#tail.end - start, MAX_BYTES) / BYTES_PER_KEY;
  }

  #write(screen: LineScreen, decode: (bytes: Uint8Array) => string, from: number, to: number): void {
    let at = from;
    for (const { from: change, size } of this.#sizes) {
      if (change > at && change < to) {
        screen.write(decode(this.#tail.slice(at, change)));
        at = change;
      }
      if (change >= from && change <= at) {
        screen.resize(size);
      }
    }
    screen.write(decode(this.#tail.slice(at, to)));
  }

  #sizeAt(offset: number): TerminalSize {
    return this.#sizes.findLast(({ from }) => from <= offset)?.size ?? this.#sizes[0]?.size ?? this.#size();
  }

  #keep(key: string, make: () => View | CleanView): View | CleanView {
    if (this.#keptFor !== this.#tail.end || this.#kept.size >= MAX_KEPT) {
      this.#keptFor = this.#tail.end;
      this.#kept.clear();
    }
    const found = this.#kept.get(key) ?? make();
    this.#kept.set(key, found);
    return found;
  }
}
