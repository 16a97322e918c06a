import { PROMPT_BYTES } from './handed-lines.ts';
import { KeyedLine } from './keyed-line.ts';
import { looksLikePrompt, type KnownPrompts } from './known-prompts.ts';
import type { LineDrawings } from './line-drawings.ts';
import { isStillThere, readLine, type Line } from './line-view.ts';
import type { OutputTail } from './output-tail.ts';
import type { PrivateModes } from './private-modes.ts';

interface Parts {
  tail: OutputTail;
  modes: PrivateModes;
  drawings: LineDrawings;
  prompts: KnownPrompts;
}

/** What stands where a line would begin. */
interface Place {
  end: number;
  start: number;
  before: string;
  aside: string;
}

/** Where lines begin: behind what stands on the row of the cursor when their first key is typed. */
export class LineStarts {
  readonly #deps: Parts;
  #place: Place | undefined;
  /** What was given up last: some editors wipe the line and go on where they are. */
  #dropped: Line | undefined;
  #handedAt = -1;
  /** The next line comes with something on it that was not typed. */
  #isPrefilled = false;

  constructor(parts: Parts) {
    this.#deps = parts;
  }

  noteHandedOver(isPrefilled: boolean): void {
    this.#handedAt = this.#deps.tail.end;
    this.#isPrefilled = isPrefilled;
  }

  noteDropped(line: Line): void {
    this.#dropped = line;
  }

  /** Whether the line that was given up is still being edited, with nothing on it. */
  isWiped(): boolean {
    const { drawings, prompts } = this.#deps;
    const dropped = this.#dropped;
    if (!dropped || dropped.isBlind) {
      return false;
    }
    const { view } = drawings.clean(dropped);
    return isStillThere(view, dropped) && readLine(view, dropped, prompts.all).text.trim() === '';
  }

  /** For the same output it is looked at once. */
  place(): Place {
    const { tail, drawings } = this.#deps;
    if (this.#place?.end !== tail.end) {
      const { end } = tail;
      const start = tail.rowStart(end, PROMPT_BYTES);
      const { screen, mark } = drawings.view({ start, anchor: end });
      this.#place = { end, start, before: screen.before(mark), aside: screen.after(mark).trim() };
    }
    return this.#place;
  }

  begin(by: string): Line {
    const { modes, prompts } = this.#deps;
    const dropped = this.#dropped;
    this.#dropped = undefined;
    if (dropped && !dropped.isBlind && this.#isThere(dropped)) {
      return { ...dropped, typed: new KeyedLine(), by, isResized: false };
    }
    const { end: anchor, start, before, aside } = this.place();
    // A known prompt with more behind it: the shell has put something on the line already.
    const known = prompts.findFilled(before);
    const isPrefilled = this.#isPrefilled || known !== undefined;
    const typed = new KeyedLine();
    if (isPrefilled) {
      typed.doubt();
    }
    return {
      start,
      anchor,
      prompt: known ?? before,
      aside,
      isBlind: this.#handedAt === anchor || isPrefilled,
      isBracketed: modes.isPasteBracketed,
      place: this.#kindOf(before),
      isResized: false,
      typed,
      by,
    };
  }

  #isThere(line: Line): boolean {
    const { tail, drawings } = this.#deps;
    if (tail.end - line.start > PROMPT_BYTES) {
      return false;
    }
    drawings.noteRead(line);
    return isStillThere(drawings.view(line), line);
  }

  /** A shell may be in a full screen as well; one whose prompt was seen before is recognised. */
  #kindOf(before: string): Line['place'] {
    const { modes, prompts } = this.#deps;
    if (!modes.isFullScreen || prompts.has(before)) {
      return 'prompt';
    }
    return looksLikePrompt(before) ? 'maybe' : 'program';
  }
}
