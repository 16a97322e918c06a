import type { DesktopAct } from '@jadegate/contract/session/desktop-act';
import { keyframeLabel } from '@jadegate/contract/session/desktop-recording';
import type { TerminalEvent } from '@jadegate/contract/session/terminal-recording';

import { encodeEvent } from '../event.ts';
import type { ChainHead } from '../evidence/chain.ts';
import type { Recording } from '../recording.ts';
import { SegmentWriter, type SegmentWriterOptions } from '../segment-writer.ts';
import { ActWriter } from './acts.ts';
import { encodeKeyframe, keyframeName, type DesktopSize } from './keyframe.ts';

export interface DesktopWriterOptions extends Omit<SegmentWriterOptions, 'format' | 'size'> {
  size: DesktopSize;
  /** Puts a file into the folder of the recording. */
  saveFile: (name: string, bytes: Buffer) => Promise<void>;
}

/** Writes what a desktop shows: the instructions as they went by, whole ones only, and now and then the whole picture. */
export class DesktopWriter implements Recording {
  readonly #segments: SegmentWriter;
  readonly #saveFile: DesktopWriterOptions['saveFile'];
  readonly #acts: ActWriter;
  readonly #saving = new Set<Promise<void>>();
  #size: DesktopSize;
  #keyframes = 0;

  private constructor(segments: SegmentWriter, options: DesktopWriterOptions) {
    this.#segments = segments;
    this.#size = options.size;
    this.#saveFile = options.saveFile;
    this.#acts = new ActWriter(options.folder, {
      onFailure: options.onFailure,
      onWritten: (file, bytes) => segments.grew(file, bytes),
    });
  }

  /** The folder and its first segment exist when this returns, or it throws: nobody works unrecorded by accident. */
  static async open(options: DesktopWriterOptions): Promise<DesktopWriter> {
    const { width, height } = options.size;
    const segments = await SegmentWriter.open({
      ...options,
      format: 'desktop',
      size: { cols: width, rows: height },
    });
    return new DesktopWriter(segments, options);
  }

  get isBehind(): boolean {
    return this.#segments.isBehind;
  }

  get writtenBytes(): number {
    return this.#segments.writtenBytes;
  }

  get hasFailed(): boolean {
    return this.#segments.hasFailed;
  }

  get signed(): ChainHead | undefined {
    return this.#segments.signed;
  }

  /** Whole instructions. */
  output(bytes: Uint8Array): void {
    this.#add({ kind: 'output', at: this.#segments.now(), bytes });
  }

  /** Something that the person did, of this moment. */
  act(act: Omit<DesktopAct, 'at'>): void {
    if (!this.hasFailed) {
      this.#acts.add({ ...act, at: this.#segments.now() });
    }
  }

  resize(size: DesktopSize): void {
    this.#size = size;
    this.#add({ kind: 'resize', at: this.#segments.now(), size: { cols: size.width, rows: size.height } });
  }

  noteAccount(account: string): void {
    this.#segments.noteAccount(account);
  }

  mark(label: string): void {
    this.#add({ kind: 'mark', at: this.#segments.now(), label });
  }

  /**
   * The instructions that draw the picture as all output up to here has left it: whoever is given them goes on with what
   * comes next. Resolves when it is kept; without it a player only takes longer to get here.
   */
  keyframe(picture: Uint8Array): Promise<void> {
    if (this.hasFailed) {
      return Promise.resolve();
    }
    const at = this.#segments.now();
    this.#keyframes += 1;
    const number = this.#keyframes;
    this.mark(keyframeLabel(number));
    const saving = encodeKeyframe({ at, size: this.#size, picture })
      .then(async (bytes) => {
        await this.#saveFile(keyframeName(number), bytes);
        this.#segments.grew(keyframeName(number), bytes.length);
      })
      .finally(() => this.#saving.delete(saving));
    this.#saving.add(saving);
    return saving;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#saving);
    await this.#acts.close();
    await this.#segments.close();
  }

  #add(event: TerminalEvent): void {
    const { width, height } = this.#size;
    const moment = { at: event.at, size: { cols: width, rows: height } };
    this.#segments.add(encodeEvent(event, this.#segments.lastAt), moment);
  }
}
