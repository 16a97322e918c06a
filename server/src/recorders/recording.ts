import type { Clock } from '../kernel/clock.ts';
import type { ChainHead, RecordingChain } from './evidence/chain.ts';
import type { SegmentFormat } from './segment.ts';

/** What any recording is begun with, whatever is in it. */
export interface RecordingOptions {
  folder: string;
  clock: Clock;
  /** The most it may become, before compression; then it stops and `onFull` is called, once. 0 is no limit. */
  maxBytes?: number;
  onFull?: () => void;
  /** The recording cannot go on: the disk is full or gone, or it cannot be signed. Called once. */
  onFailure: (error: unknown) => void;
  /** Begins to sign what is recorded. Left out, nobody can tell later whether it was changed. */
  beginChain?: (kind: SegmentFormat, onFailure: (error: unknown) => void) => Promise<RecordingChain>;
}

/** A recording while it is written, as the session sees it. */
export interface Recording {
  /** What has reached the files, before compression. */
  readonly writtenBytes: number;
  /** The recording stopped: what happens from now on is not in it. */
  readonly hasFailed: boolean;
  /** How far it is signed; undefined where it is not. */
  readonly signed: ChainHead | undefined;
  /** A label for this moment, which a player shows. */
  mark(label: string): void;
  /** With which account it is, where that was not known at its beginning. */
  noteAccount(account: string): void;
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
