import type * as z from 'zod';

import type { Tx } from '../db/database.ts';
import type { RowOf } from '../db/schema.ts';

export type WorkRecord = RowOf<'work'>;
export type WorkOutcome = Exclude<WorkRecord['outcome'], ''>;

/** A piece of work while this process carries it out. */
export interface Piece<Input = unknown> {
  readonly id: string;
  readonly subject: string;
  readonly input: Input;
  /** 1 the first time. */
  readonly attempt: number;
  readonly personId: string;
  readonly createdAt: number;
  /** Aborted when it is to end early; its reason is the outcome, or `lost` where it is somebody else's by now. */
  readonly signal: AbortSignal;
}

/** How a piece of work ended. */
export interface PieceEnd<Result = unknown> {
  outcome: WorkOutcome;
  at: number;
  /** What `run` answered, or `recover` where its process died. */
  result?: Result | undefined;
  /** What `run` threw. */
  error?: unknown;
}

/** Thrown by `run`: its time has not come yet. That was no try. */
export class Postponed extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super('not yet');
    this.ms = ms;
  }
}

/** Something that is open where the kind keeps it, of which the engine does not know. */
export interface Stray<Input = unknown> {
  subject: string;
  fairKey?: string;
  /** Null where it waits. */
  processId: string | null;
  startedAt: number;
  input: Input;
}

/**
 * A kind of work, declared as endpoints are. The engine claims, limits, tries again, cancels, recovers and ends it; the
 * kind says what is done and what is written down at the end.
 */
export interface WorkKind<Input = unknown, Result = unknown> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** How many at a time: in each process, over all servers, and of those with the same key. */
  readonly limits: { perProcess: number; overall?: number; perKey?: number };
  /** How long one try may take before it is broken off. */
  deadlineMs(input: Input): number;
  /** How often it is begun at most, also after the death of its process, and how long it waits before each next time. */
  readonly tries: { most: number; backOffMs: (attempt: number) => number };
  /** Whether somebody may break it off. */
  readonly canCancel: boolean;
  /** When its process died: begun again by another one, or ended as interrupted because nobody knows how far it came. */
  readonly afterDeath: 'again' | 'end';
  /** How long what is over stays on the list; 0 where the kind keeps its own history. */
  readonly keptMs: (outcome: WorkOutcome) => number;
  /** Obeys the signal. Throws where it failed. */
  run(piece: Piece<Input>): Promise<Result>;
  /** Looks what became of something whose process died, before its end is written down. */
  recover?(piece: Piece<Input>): Promise<Result>;
  /** What servers of a version without the engine carry out: found when they die. Empty once the last of them is gone. */
  listStrays?(): Promise<Stray<Input>[]>;
  /** Whether another try may help; it may, where nothing is said. */
  isWorthAnother?(error: unknown): boolean;
  /** Writes the end down where the kind keeps it, in the transaction that ends the piece; may be run more than once. */
  end?(piece: Piece<Input>, end: PieceEnd<Result>, tx: Tx): Promise<void>;
  /** After that, once. */
  afterEnd?(piece: Piece<Input>, end: PieceEnd<Result>): Promise<void>;
  /** What is in memory about a subject is of no use any more: it ended, or is somebody else's. */
  forget?(subject: string): void;
}
