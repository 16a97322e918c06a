import type { GpuAttribution } from '@jadegate/contract/fleet/gpu';
import type { GpuProcess } from '@jadegate/contract/fleet/gpu-state';

import { SECOND_MS } from '../../kernel/clock.ts';

/** A recorded session on a host, and by what its processes are known there. */
export interface KnownLogin {
  sessionId: string;
  userId: string;
  auditSession: number | null;
  serverPid: number | null;
  serverStart: number | null;
  /** Numbers of the shells it began. */
  shells: readonly number[];
  from: number;
  /** Undefined while it is open. */
  to: number | undefined;
}

/** Somebody who had a session as this account. */
export interface AccountUse {
  account: string;
  userId: string;
  from: number;
  to: number | undefined;
}

export interface Owner {
  userId: string | null;
  sessionId: string | null;
  attribution: GpuAttribution;
}

const NOBODY: Owner = { userId: null, sessionId: null, attribution: 'none' };
/** Clocks of two machines, and ticks that were rounded. */
const SLACK_MS = 5 * SECOND_MS;

type Process = Pick<GpuProcess, 'auditSession' | 'ancestors' | 'leader' | 'user'>;

/**
 * Whose process it is. The kernel's own mark of a login counts most: children, tmux and nohup inherit it and nobody can
 * change it. Where the system keeps none, the process that serves the connection stands above everything started in it,
 * and what was let go of still names the shell that led its session. An account alone names somebody only when one person
 * was there as it.
 */
export function ownerOf(
  process: Process,
  startedAt: number | null,
  logins: readonly KnownLogin[],
  uses: readonly AccountUse[],
): Owner {
  const found =
    logins.find(({ auditSession }) => auditSession !== null && auditSession === process.auditSession) ??
    logins.find(
      ({ serverPid, serverStart }) =>
        serverPid !== null && process.ancestors.includes(`${serverPid}:${serverStart ?? ''}`),
    ) ??
    logins.find(
      (login) =>
        process.leader !== null && login.shells.includes(process.leader) && isWithin(startedAt, login),
    );
  if (found) {
    return { userId: found.userId, sessionId: found.sessionId, attribution: 'session' };
  }
  const people = new Set(
    uses
      .filter((use) => use.account === process.user && isWithin(startedAt, use))
      .map(({ userId }) => userId),
  );
  const [only] = people;
  return only !== undefined && people.size === 1
    ? { userId: only, sessionId: null, attribution: 'account' }
    : NOBODY;
}

function isWithin(at: number | null, { from, to }: Pick<KnownLogin, 'from' | 'to'>): boolean {
  return at !== null && at >= from - SLACK_MS && (to === undefined || at <= to + SLACK_MS);
}
