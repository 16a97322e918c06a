import type { Piece, PieceEnd, WorkKind, WorkRecord } from './work-kind.ts';

/** Why a piece is told to end. `lost`: it is somebody else's by now, who thought us dead. */
type AbortReason = 'cancelled' | 'timed-out' | 'interrupted' | 'lost';

/** What obeys its signal ends within this; what does not is left behind. */
const GRACE_MS = 10_000;

/** A piece of work that this process has claimed, until its end is written down. */
export class ClaimedWork {
  readonly row: WorkRecord;
  readonly kind: WorkKind;
  readonly piece: Piece;
  /** How it ended, while that is not written down. */
  owed: PieceEnd | undefined;
  /** How often that was tried, and when it is tried next. */
  writes = { failed: 0, nextAt: 0 };
  readonly #control = new AbortController();

  constructor(row: WorkRecord, kind: WorkKind) {
    this.row = row;
    this.kind = kind;
    this.piece = {
      id: row.id,
      subject: row.subject,
      input: kind.input.parse(JSON.parse(row.input)),
      attempt: row.attempt,
      personId: row.person_id,
      createdAt: row.created_at,
      signal: this.#control.signal,
    };
  }

  get isLost(): boolean {
    return this.abortReason === 'lost';
  }

  get abortReason(): AbortReason | undefined {
    return this.#control.signal.aborted ? (this.#control.signal.reason as AbortReason) : undefined;
  }

  /** The first reason counts. */
  abort(reason: AbortReason): void {
    this.#control.abort(reason);
  }

  /** Does it, within its time. Rejects with what went wrong, or with the reason where it does not end when told. */
  async run(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#control.signal.aborted) {
      throw new Error('it was told to end before it began');
    }
    const late = setTimeout(() => this.abort('timed-out'), this.kind.deadlineMs(this.piece.input));
    let left: NodeJS.Timeout | undefined;
    const deaf = new Promise<never>((_resolve, reject) => {
      this.#control.signal.addEventListener(
        'abort',
        () => (left = setTimeout(() => reject(new Error('it did not end when told to')), GRACE_MS)),
        { once: true },
      );
    });
    try {
      return await Promise.race([work(), deaf]);
    } finally {
      clearTimeout(late);
      clearTimeout(left);
    }
  }
}
