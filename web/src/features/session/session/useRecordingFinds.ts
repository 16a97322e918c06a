import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PlaybackClock } from './player/playback-clock.ts';
import { nextInCircle } from './player/ticks.ts';
import { recordingHitsQuery } from './session.queries.ts';

const NONE: never[] = [];

/** A text that is sought in a recording, the lines that have it, and the one that was visited last. */
export function useRecordingFinds(sessionId: string, clock: PlaybackClock) {
  const [text, setText] = useState('');
  const [current, setCurrent] = useState<number>();
  const read = useQuery({ ...recordingHitsQuery(sessionId, text), meta: { errors: 'caller' } });
  const hits = text === '' ? NONE : (read.data?.hits ?? NONE);

  const visit = (index: number | undefined) => {
    const hit = index === undefined ? undefined : hits[index];
    if (hit) {
      setCurrent(index);
      void clock.seek(hit.at);
    }
  };
  const seek = (sought: string) => {
    setText(sought);
    setCurrent(undefined);
  };
  const step = (by: 1 | -1) => {
    const position = clock.state.position;
    visit(nextInCircle(hits, by, { index: current, position }));
  };
  return { text, read, hits, current, seek, visit, step };
}

export type RecordingFinds = ReturnType<typeof useRecordingFinds>;
