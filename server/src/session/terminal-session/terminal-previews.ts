import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { placeIn } from '../../recorders/recording-files.ts';
import { Painter } from '../../recorders/terminal/painter.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { SessionPreview } from '../session/session-stream.ts';
import type { LiveTerminal } from './live-terminal.ts';

/** A terminal to be painted. */
interface Painted {
  id: string;
  terminal: LiveTerminal;
  writer: TerminalWriter | undefined;
  folder: string;
}

/** The last picture of a terminal, and how far into its output that was. */
interface Last extends SessionPreview {
  output: number;
  /** False when some of the output was missed: the screen may not be quite right. */
  isExact: boolean;
  paintedAt: number;
  askedAt: number;
}

type Fresh = Pick<Last, 'isExact' | 'version' | 'picture'>;

/** However many people look on, a terminal is painted no more often than this. */
const FRESH_MS = SECOND_MS;
/** Nobody looks any more: the terminal that was kept for the next picture goes. */
const FORGOTTEN_MS = 30 * SECOND_MS;

/** Paints little pictures of live terminals, in a thread that keeps each for the next picture while somebody looks. */
export class TerminalPreviews {
  readonly #deps: { screens: Screens; clock: Clock };
  readonly #last = new Map<string, Last>();
  readonly #painting = new Map<string, Promise<Last>>();
  readonly #painter = new Painter(() => this.#last.clear());

  constructor(dependencies: { screens: Screens; clock: Clock }) {
    this.#deps = dependencies;
  }

  async of(painted: Painted): Promise<SessionPreview> {
    const { id } = painted;
    const now = this.#deps.clock.now();
    this.#forget((_, { askedAt }) => now - askedAt > FORGOTTEN_MS);
    const last = this.#last.get(id);
    if (last) {
      last.askedAt = now;
      const isRight =
        last.version === versionOf(painted, last.isExact) && (last.isExact || !isRecorded(painted));
      if (isRight || now - last.paintedAt < FRESH_MS) {
        return last;
      }
    }
    const painting =
      this.#painting.get(id) ?? this.#paint(painted, last).finally(() => this.#painting.delete(id));
    this.#painting.set(id, painting);
    return painting;
  }

  /** The terminal is over. */
  forget(id: string): void {
    this.#forget((one) => one === id);
  }

  async close(): Promise<void> {
    await this.#painter.close();
  }

  async #paint(painted: Painted, last: Last | undefined): Promise<Last> {
    const output = painted.terminal.outputBytes;
    // Everything up to its first wait belongs to this moment of the output.
    const fresh = last ? await this.#add(painted, last) : await this.#begin(painted);
    const now = this.#deps.clock.now();
    const result = { ...fresh, output, paintedAt: now, askedAt: now };
    this.#last.set(painted.id, result);
    return result;
  }

  #add(painted: Painted, last: Last): Promise<Fresh> {
    const { id, terminal } = painted;
    const { size, tail } = terminal;
    const missing = terminal.outputBytes - last.output;
    const add = async (bytes: Uint8Array, isExact: boolean) => {
      const version = versionOf(painted, isExact);
      return { isExact, version, picture: await this.#painter.add(id, size, bytes) };
    };
    if (missing > tail.length) {
      // A flood: what fell out of memory has scrolled away. Reading it again each time would cost too much.
      return add(tail, false);
    }
    return last.isExact || !isRecorded(painted)
      ? add(tail.subarray(tail.length - missing), last.isExact)
      : this.#begin(painted);
  }

  /** From the recording, which knows everything; without one, from the end of the output that is still there. */
  async #begin(painted: Painted): Promise<Fresh> {
    const { id, terminal, writer, folder } = painted;
    const { size, tail, outputBytes } = terminal;
    if (writer && !writer.hasFailed) {
      const version = versionOf(painted, true);
      const { bytes } = writer;
      await writer.settle();
      if (!writer.hasFailed) {
        const screen = await this.#deps.screens.of(placeIn(folder), { bytes });
        return { isExact: true, version, picture: await this.#painter.begin(id, screen) };
      }
    }
    const isExact = tail.length === outputBytes;
    const version = versionOf(painted, isExact);
    return { isExact, version, picture: await this.#painter.begin(id, { size, bytes: tail }) };
  }

  #forget(isForgotten: (id: string, last: Last) => boolean): void {
    const ids = [...this.#last].filter(([id, last]) => isForgotten(id, last)).map(([id]) => id);
    if (ids.length === 0) {
      return;
    }
    for (const id of ids) {
      this.#last.delete(id);
    }
    // It only frees memory: nobody waits for it, and a thread that ended has forgotten anyway.
    this.#painter.forget(ids).catch(() => undefined);
  }
}

function isRecorded({ writer }: Painted): boolean {
  return writer !== undefined && !writer.hasFailed;
}

/** Says which session, so that a picture is never taken for that of another. */
function versionOf({ id, terminal }: Painted, isExact: boolean): string {
  const { cols, rows } = terminal.size;
  return [id, terminal.outputBytes, `${cols}x${rows}`, isExact ? 'exact' : 'near'].join('.');
}
