import * as z from 'zod';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import type { Piece, WorkKind } from '../../work/work-kind.ts';

const Input = z.object({
  /** So many may be disabled, or lose everything that the source gave: somebody has said so. */
  allowedLosses: z.number(),
});
export type VisitInput = z.infer<typeof Input>;

type Visit = (sourceId: string, input: VisitInput, signal: AbortSignal) => Promise<void>;

/** Looking after a source: one server at a time, and again when that one dies. */
export class SourceVisitKind implements WorkKind<VisitInput, void> {
  readonly name = 'source-visit';
  readonly input = Input;
  readonly limits = { perProcess: 2, overall: 4 };
  readonly tries = { most: 3, backOffMs: () => 10 * SECOND_MS };
  readonly canCancel = true;
  readonly afterDeath = 'again';
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  /** What became of it stands with the source. */
  keptMs(): number {
    return 0;
  }

  deadlineMs(): number {
    return 30 * MINUTE_MS;
  }

  run({ subject, input, signal }: Piece<VisitInput>): Promise<void> {
    return this.#visit(subject, input, signal);
  }
}
