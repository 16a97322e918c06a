import type { WorkKind } from './work-kind.ts';

/**
 * For a kind that is begun once, by the process that took the order, and has a history of its own: after a death nobody
 * knows how far it came, so it is looked at and ended.
 */
export abstract class SingleRunKind {
  readonly limits: WorkKind['limits'] = { perProcess: Infinity };
  readonly tries: WorkKind['tries'] = { most: 1, backOffMs: () => 0 };
  readonly afterDeath = 'end';

  keptMs(): number {
    return 0;
  }
}
