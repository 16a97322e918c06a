import { DROPPED, type Notice } from '@jadegate/contract/session/session-notice';

import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { GuacdConnection } from '../../protocols/guacd/connection.ts';
import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import type { DesktopClient } from './desktop-client.ts';
import { DesktopPreviews } from './desktop-previews.ts';
import { DesktopSnapshots } from './desktop-snapshots.ts';

interface Parts {
  /** Another look at the same desktop. */
  join: () => Promise<GuacdConnection>;
  writer: DesktopWriter | undefined;
  clock: Clock;
  /** So much was recorded. */
  onRecorded: (bytes: number) => void;
  /** Something that nobody waits for went wrong. */
  onTrouble: (error: unknown) => void;
}

/** Those who look on, and lag so far behind, are let go: the session does not wait for them. */
const TOO_SLOW_BYTES = 8 * 1024 * 1024;
const MAX_ANSWERS_BYTES = 1024 * 1024;
/** How long a jump in a recording takes is how much was drawn since the keyframe before. */
export const KEYFRAME = { everyMs: 30 * SECOND_MS, afterBytes: 512 * 1024, atMostMs: 3 * SECOND_MS };

/** Everybody and everything that sees a desktop and does nothing in it: those who watch, and the recording. */
export class DesktopAudience {
  readonly previews: DesktopPreviews;
  readonly #deps: Parts;
  readonly #pictures: DesktopSnapshots;
  readonly #watchers = new Set<DesktopClient>();
  readonly #keyframes: NodeJS.Timeout;
  /** There is something to see, and it is not yet in a keyframe. */
  #isChanged = false;
  #bytesSinceKeyframe = 0;
  #looksSinceKeyframe = 0;
  #isOver = false;

  constructor(parts: Parts) {
    this.#deps = parts;
    this.#pictures = new DesktopSnapshots(parts.join);
    this.previews = new DesktopPreviews(this.#pictures, parts.clock);
    this.#keyframes = setInterval(() => this.#takeKeyframe(), KEYFRAME.atMostMs).unref();
  }

  /** Somebody waits for a picture: what has come is to be shown before the frame that follows is told. */
  get isTakingPicture(): boolean {
    return this.#pictures.isTaking;
  }

  /** Resolves when the client sees the desktop, or has left before. */
  watch(client: DesktopClient): Promise<void> {
    client.onBytes((bytes) => answerPings(client, bytes));
    return new Promise((resolve) => {
      let isHere = true;
      this.sendPicture(client, () => {
        if (isHere) {
          this.#watchers.add(client);
        }
        resolve();
      });
      client.onClose(() => {
        isHere = false;
        resolve();
      });
    });
  }

  release(client: DesktopClient): boolean {
    return this.#watchers.delete(client);
  }

  /** Gives a client the picture as it is, and lets it follow from there. */
  sendPicture(client: DesktopClient, follow: () => void): void {
    this.#pictures.take({
      onPicture: (picture) => {
        client.send(picture);
        follow();
      },
      onFailure: (error) => {
        if (!this.#isOver) {
          this.#deps.onTrouble(error);
          client.drop(DROPPED.noPicture);
        }
      },
    });
  }

  /** Whole instructions, as the desktop showed them. `mover`: who knows already, because it is their own doing. */
  show(bytes: Uint8Array, mover?: DesktopClient): void {
    if (this.#deps.writer) {
      this.#deps.writer.output(bytes);
      this.#deps.onRecorded(bytes.length);
      this.#bytesSinceKeyframe += bytes.length;
    }
    for (const watcher of this.#watchers) {
      if (watcher.backlog > TOO_SLOW_BYTES) {
        this.#watchers.delete(watcher);
        watcher.drop(DROPPED.tooSlow);
      } else if (watcher !== mover) {
        watcher.send(bytes);
      }
    }
  }

  /** The desktop shows something else than before. */
  onChange(): void {
    this.#isChanged = true;
    this.previews.onChange();
    this.#pictures.onChange();
  }

  /** The desktop has come to the end of a frame, and all of it was shown. */
  onFrame(frame: number): void {
    this.#pictures.onFrame(frame);
  }

  notify(notice: Notice): void {
    this.#watchers.forEach((watcher) => watcher.notify(notice));
  }

  /** Harmless to call twice. */
  close(reason: string, code?: number): void {
    this.#isOver = true;
    clearInterval(this.#keyframes);
    this.#pictures.close();
    this.#watchers.forEach((watcher) => watcher.drop(reason, '', code));
    this.#watchers.clear();
  }

  #takeKeyframe(): void {
    const { writer, onTrouble } = this.#deps;
    this.#looksSinceKeyframe += 1;
    const isDue =
      this.#looksSinceKeyframe * KEYFRAME.atMostMs >= KEYFRAME.everyMs ||
      this.#bytesSinceKeyframe >= KEYFRAME.afterBytes;
    if (!writer || writer.hasFailed || !this.#isChanged || !isDue) {
      return;
    }
    this.#isChanged = false;
    this.#bytesSinceKeyframe = 0;
    this.#looksSinceKeyframe = 0;
    this.#pictures.take({
      onPicture: (picture) => {
        writer.keyframe(picture).catch(onTrouble);
      },
      onFailure: (error) => !this.#isOver && onTrouble(error),
    });
  }
}

/** Somebody who looks on may say that they are there, and nothing else. */
function answerPings(client: DesktopClient, bytes: Buffer): void {
  const text = bytes.toString();
  // Whoever takes no answers gets none: they would pile up here.
  if (client.backlog <= MAX_ANSWERS_BYTES && /^0\.,4\.ping,\d{1,2}\.\d{1,20};/.test(text)) {
    client.send(text.slice(0, text.indexOf(';') + 1));
  }
}
