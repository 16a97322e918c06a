import { translate } from '@jadegate/contract/language';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import type { Live, Warning } from './live-session.ts';

/** So long before the end the person is told; half of the time when the whole is short. */
const LEAD_MS = MINUTE_MS;

interface Ahead {
  kind: Warning;
  leftMs: number;
}

/** The end that the clock will soon demand, if nothing changes. Of two the nearer one. */
export function limitAhead(
  { limits, startedAt, lastInputAt }: Pick<Live, 'limits' | 'startedAt' | 'lastInputAt'>,
  now: number,
): Ahead | undefined {
  const ahead = [
    { kind: 'idle' as const, minutes: limits.idleMinutes, since: lastInputAt },
    { kind: 'too_long' as const, minutes: limits.maxMinutes, since: startedAt },
  ].flatMap(({ kind, minutes, since }): Ahead[] => {
    const whole = minutes * MINUTE_MS;
    const leftMs = since + whole - now;
    const lead = whole <= 2 * LEAD_MS ? whole / 2 : LEAD_MS;
    return minutes > 0 && leftMs <= lead ? [{ kind, leftMs }] : [];
  });
  return ahead.toSorted((a, b) => a.leftMs - b.leftMs)[0];
}

/** Tells the person once that the end is near, and once that it no longer is. To be called often. */
export function warnOfLimits(live: Live, now: number): void {
  const ahead = limitAhead(live, now);
  if (ahead?.kind === live.warned || !live.stream.hasClient) {
    return;
  }
  if (live.warned) {
    withdraw(live, live.warned);
  }
  if (ahead) {
    const seconds = Math.max(1, Math.ceil(ahead.leftMs / SECOND_MS));
    const text = translate(SESSION_NOTICE_WORDS[ahead.kind], live.actor.language, { seconds });
    live.stream.notify({ kind: noticeOf(ahead.kind), text, seconds });
    live.warned = ahead.kind;
  }
}

/** Somebody did something: whoever was about to be put out for idling may stay. */
export function noteActivity(live: Live, now: number): void {
  live.lastInputAt = now;
  if (live.warned === 'idle') {
    withdraw(live, 'idle');
  }
}

function withdraw(live: Live, kind: Warning): void {
  live.warned = undefined;
  live.stream.notify({ kind: noticeOf(kind), text: '', seconds: 0 });
}

const noticeOf = (kind: Warning) => (kind === 'idle' ? 'idle' : 'limit');
