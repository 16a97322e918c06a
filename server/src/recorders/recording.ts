import type { Clock } from '../kernel/clock.ts';

/** What any recording is begun with, whatever is in it. */
export interface RecordingOptions {
  folder: string;
  clock: Clock;
  /** The most it may become, before compression; then it stops and `onFull` is called, once. 0 is no limit. */
  maxBytes?: number;
  onFull?: () => void;
  /** The recording cannot go on: the disk is full or gone. Called once. */
  onFailure: (error: unknown) => void;
}

/** A recording while it is written, as the session sees it. */
export interface Recording {
  /** What has reached the files, before compression. */
  readonly writtenBytes: number;
  /** The recording stopped: what happens from now on is not in it. */
  readonly hasFailed: boolean;
  /** A label for this moment, which a player shows. */
  mark(label: string): void;
  /** Everything queued is on disk when this returns. Harmless to call twice. */
  close(): Promise<void>;
}

/** A recording could not be begun. */
export class RecordingFailed extends Error {
  constructor(cause: unknown) {
    super('the recording could not be begun', { cause });
    this.name = 'RecordingFailed';
  }
}
