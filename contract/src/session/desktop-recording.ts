import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';
import { DesktopAct } from './desktop-act.ts';

/** Among the events of a recorded desktop, a mark of this kind is where a keyframe belongs. No label of a person begins so. */
const KEYFRAME = '\u0000keyframe ';

export function keyframeLabel(index: number): string {
  return `${KEYFRAME}${index}`;
}

/** Which keyframe belongs here; undefined for any other mark. */
export function keyframeOfLabel(label: string): number | undefined {
  return label.startsWith(KEYFRAME) ? Number(label.slice(KEYFRAME.length)) : undefined;
}

/**
 * The segment with which to begin looking for the mark of a moment, counted from 0. A segment begins at the moment of the
 * last event before it, so more than one may hold a moment.
 */
export function firstSegmentOf(segments: readonly { offset: number }[], moment: number): number {
  const after = segments.findIndex(({ offset }) => offset >= moment);
  return Math.max(0, (after === -1 ? segments.length : after) - 1);
}

export const listDesktopActs = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording/acts',
  access: ['offline-session-playback'],
  summary:
    'What was copied, pasted, transferred and typed at a recorded desktop, as far as it was written down.',
  held: 'recorded',
  params: z.object({ id: Id }),
  response: z.object({
    acts: z.array(DesktopAct),
    /** There are more than are listed. */
    isCut: z.boolean(),
  }),
});
