import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { SessionPreview } from '../session/session-stream.ts';
import type { DesktopSnapshots } from './desktop-snapshots.ts';

/** However many people look on, guacd is asked to draw a desktop for them no more often than this. */
const FRESH_MS = 5 * SECOND_MS;
/** A tile of the wall is not worth more. */
const MAX_BYTES = 8 * 1024 * 1024;

/** What a desktop looks like from afar: whether it has changed, and now and then the whole picture. */
export class DesktopPreviews {
  readonly #pictures: Pick<DesktopSnapshots, 'take'>;
  readonly #clock: Clock;
  /** Says which desktop, so that a picture is never taken for that of another. */
  readonly #name = newId();
  #changes = 0;
  #last: { picture: Promise<Buffer>; changes: number; at: number } | undefined;

  constructor(pictures: Pick<DesktopSnapshots, 'take'>, clock: Clock) {
    this.#pictures = pictures;
    this.#clock = clock;
  }

  /** The desktop shows something else than before. */
  onChange(): void {
    this.#changes += 1;
  }

  get preview(): SessionPreview {
    return { version: `${this.#name}.${this.#changes}` };
  }

  /** Rejects when guacd draws none in time, or it is too large. */
  drawing(): Promise<Buffer> {
    const now = this.#clock.now();
    if (!this.#last || (this.#last.changes !== this.#changes && now - this.#last.at >= FRESH_MS)) {
      const picture = this.#take();
      this.#last = { picture, changes: this.#changes, at: now };
      // One that failed is not kept: whoever asks next gets another.
      picture.catch(() => (this.#last = undefined));
    }
    return this.#last.picture;
  }

  #take(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#pictures.take({
        onPicture: (picture) =>
          picture.length > MAX_BYTES ? reject(new RangeError('the picture is too large')) : resolve(picture),
        onFailure: reject,
      });
    });
  }
}
