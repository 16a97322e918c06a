import type { SessionHit } from '@jadegate/contract/session/session-search';

interface HitGroup {
  key: string;
  hits: SessionHit[];
}

/** Finds that follow each other in one session are shown together. */
export function groupHits(hits: readonly SessionHit[]): HitGroup[] {
  const groups: HitGroup[] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.hits[0]?.sessionId === hit.sessionId) {
      last.hits.push(hit);
    } else {
      groups.push({ key: `${hit.sessionId} ${groups.length}`, hits: [hit] });
    }
  }
  return groups;
}

const STEP_MS = 100;

/** The player at the moment: not a bit before it, when what was found was not there yet. */
export function momentPath({ sessionId, mode, at }: SessionHit): string {
  const query = new URLSearchParams({ sessionId });
  if (at > 0) {
    query.set('at', (Math.ceil(at / STEP_MS) / (1000 / STEP_MS)).toFixed(1));
  }
  return `/${mode === 'guacd' ? 'guacd' : 'term'}-playback?${query.toString()}`;
}
