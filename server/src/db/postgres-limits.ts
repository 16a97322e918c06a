import { HOUR_MS, SECOND_MS } from '../kernel/clock.ts';

/** How long anything that is asked of PostgreSQL may take. */
export interface DatabaseLimits {
  /** Until there is a connection. */
  connectMs: number;
  /** Then PostgreSQL gives a statement up by itself, and its connection is as good as before. */
  statementMs: number;
  /** Later than that: it should have said so by now, and the connection counts as dead. */
  answerMs: number;
  /** All of it, for what is urgent: a lease lasts four times as long. */
  urgentMs: number;
}

/** Those of one pool. */
export interface PoolLimits extends Omit<DatabaseLimits, 'urgentMs'> {
  connections: number;
  /** How long a transaction may wait for what is done beside the database. */
  idleMs: number;
}

const LIMITS: DatabaseLimits = {
  connectMs: 5 * SECOND_MS,
  statementMs: 15 * SECOND_MS,
  answerMs: 20 * SECOND_MS,
  urgentMs: 3 * SECOND_MS,
};

/** Of tables that are changed, copied or emptied whole. It has an end all the same. */
const LONG_MS = HOUR_MS;

/** For what people and rounds ask; for leases, which must not wait behind it; and for what takes long by its nature. */
export function poolLimits(
  given: Partial<DatabaseLimits> = {},
): Record<'usual' | 'urgent' | 'long', PoolLimits> {
  const { connectMs, statementMs, answerMs, urgentMs } = { ...LIMITS, ...given };
  return {
    usual: { connections: 10, connectMs, statementMs, answerMs, idleMs: 2 * statementMs },
    urgent: {
      connections: 2,
      connectMs: urgentMs,
      statementMs: Math.ceil(urgentMs / 2),
      answerMs: urgentMs,
      idleMs: urgentMs,
    },
    long: { connections: 2, connectMs, statementMs: LONG_MS, answerMs: LONG_MS + answerMs, idleMs: LONG_MS },
  };
}
