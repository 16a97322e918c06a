import { sayWay, type Way } from '../access/way.ts';
import { translate, type Language } from '../language.ts';
import { GUACD_WORDS, type GuacdProblemKind } from '../words/guacd.ts';
import { ADVICE_OF, ADVICE_WORDS } from '../words/session-advice.ts';
import { SESSION_END_WORDS, type SessionEndKind } from '../words/session-ends.ts';

/** Why a session is over, before it is said in anybody's language. */
export interface SessionEnd {
  kind: SessionEndKind;
  minutes?: number;
  /** With `too_many`: how many there may be. */
  limit?: number;
  /** With `way`: what became of the attempt to reach the target. */
  way?: Way;
  /** With `desktop_service`: what is wrong with guacd. */
  guacd?: { problem: GuacdProblemKind; host: string; port: number };
  /** guacd's own code, where it gave one. */
  status?: number;
}

/**
 * The numbers older clients know: 0 the person left, -1 the remote end, 801 no desktop service, 802 an administrator. Those
 * of guacd are its own.
 */
const CODES: Partial<Record<SessionEndKind, number>> = {
  left: 0,
  exited: 0,
  administrator: 802,
  desktop_service: 801,
  desktop_direct_only: 804,
};

export function endCode({ kind, status }: SessionEnd): number {
  return CODES[kind] ?? status ?? -1;
}

/** The same for the socket of a desktop, whose clients also tell apart what a gateway did. */
export function tunnelCode(end: SessionEnd): number {
  const way = end.kind === 'way' || end.kind === 'gateway_lost' ? end.way?.kind : undefined;
  if (way === 'gateway_forward_refused') {
    return 804;
  }
  return way?.startsWith('gateway_') ? 803 : endCode(end);
}

export function sayEnd(end: SessionEnd, language: Language): string {
  if (end.kind === 'way' && end.way) {
    return sayWay(end.way, language);
  }
  const params = {
    minutes: end.minutes ?? 0,
    limit: end.limit ?? 0,
    name: end.way?.name ?? '',
    reason: end.guacd ? translate(GUACD_WORDS[end.guacd.problem], language, end.guacd) : '',
  };
  return translate(SESSION_END_WORDS[end.kind], language, params);
}

/** What a person can do about a session that could not be opened; empty where the reason says all there is. */
export function sayAdvice({ kind, way }: SessionEnd, language: Language): string {
  const advice = ADVICE_OF[kind === 'way' && way ? way.kind : kind];
  return advice === undefined ? '' : translate(ADVICE_WORDS[advice], language);
}

/** As kept in the database: whoever reads it later chooses the language. */
export function storeEnd(end: SessionEnd): string {
  return JSON.stringify(end);
}

/** Undefined while the session lives. */
export function storedEnd(text: string): SessionEnd | undefined {
  if (text === '') {
    return undefined;
  }
  try {
    const end = JSON.parse(text) as SessionEnd;
    return end.kind in SESSION_END_WORDS ? end : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}
