import type { NodeProblemKind, Problem } from '@jadegate/contract/fleet/node-problem';
import type { NodeStatus } from '@jadegate/contract/node-status';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';

/** What is known of a node before it is asked. */
export interface Standing {
  status: NodeStatus;
  failures: number;
  /** When it last answered; undefined when it never did. */
  seenAt: number | undefined;
}

export interface Verdict {
  status: NodeStatus;
  failures: number;
  /** When it is asked next; null: not before somebody says so. */
  nextAt: number | null;
}

interface Pace {
  now: number;
  intervalMs: number;
  /** Between 0 and 1, so that machines which failed together do not come back together. */
  random: number;
}

/** So often in a row it must fail before it counts as down: one lost answer is no outage. */
const FAILURES_UNTIL_DOWN = 3;
const LONGEST_MS = 15 * MINUTE_MS;
/** Many machines lock an account after a few wrong passwords. */
const AFTER_REFUSAL_MS = [15 * MINUTE_MS, HOUR_MS];
/** Part of the interval by which each round differs from the last. */
const JITTER = 0.05;

/** Parts that a machine simply does not have. */
const HARMLESS = new Set<NodeProblemKind>(['missing-tool']);

export function isHarmless({ kind }: Problem): boolean {
  return HARMLESS.has(kind);
}

/** After an answer, whole or in part. */
export function afterAnswer(problems: readonly Problem[], { now, intervalMs, random }: Pace): Verdict {
  const isWell = problems.every(isHarmless);
  return {
    status: isWell ? 'online' : 'degraded',
    failures: 0,
    nextAt: Math.round(now + intervalMs * (1 + JITTER * random)),
  };
}

/** After no answer. What was last known of the machine stands until it is surely gone. */
export function afterFailure(before: Standing, { kind }: Problem, pace: Pace): Verdict {
  const failures = before.failures + 1;
  const { now } = pace;
  switch (kind) {
    case 'unlinked':
      return { status: 'unknown', failures: 0, nextAt: null };
    case 'hostkey':
      return { status: 'host-key-changed', failures: 0, nextAt: null };
    case 'auth': {
      // Counted anew: failures of the network before it say nothing about the account.
      const refusals = before.status === 'auth-failed' ? failures : 1;
      const wait = AFTER_REFUSAL_MS[refusals - 1];
      return { status: 'auth-failed', failures: refusals, nextAt: wait === undefined ? null : now + wait };
    }
    default:
      return {
        status: isDown(before, failures, pace) ? 'offline' : before.status,
        failures,
        nextAt: now + waitOf(failures, pace),
      };
  }
}

function isDown({ seenAt }: Standing, failures: number, { now, intervalMs }: Pace): boolean {
  return failures >= FAILURES_UNTIL_DOWN && (seenAt === undefined || now - seenAt >= 2 * intervalMs);
}

/** At its usual pace until it counts as down, then ever slower. */
function waitOf(failures: number, { intervalMs, random }: Pace): number {
  const beyond = failures - FAILURES_UNTIL_DOWN + 1;
  if (beyond <= 0) {
    return Math.round(intervalMs * (1 + JITTER * random));
  }
  const longest = Math.max(LONGEST_MS, intervalMs);
  const most = Math.min(longest, intervalMs * 2 ** Math.min(beyond, 10));
  return Math.round(intervalMs + (most - intervalMs) * random);
}
