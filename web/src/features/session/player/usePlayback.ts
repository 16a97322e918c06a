import { useEffect, useRef, useState, type RefObject } from 'react';

import { PlaybackClock, type PlaybackScreen, type PlaybackState } from './playback-clock.ts';

export interface Playback {
  state: PlaybackState | undefined;
  clock: RefObject<PlaybackClock | undefined>;
}

/**
 * Runs a recording on a screen, from the moment on; its state is that of the page. `open` makes the screen once the
 * page is there and must stay the same function while the recording does. What it returns beside it cleans up.
 */
export function usePlayback(
  durationMs: number,
  startAt: number,
  open: () => { screen: PlaybackScreen; dispose: () => void } | undefined,
): Playback {
  const clock = useRef<PlaybackClock>(undefined);
  const [state, setState] = useState<PlaybackState>();
  const first = useRef(startAt);

  useEffect(() => {
    const opened = open();
    if (!opened) {
      return undefined;
    }
    const made = new PlaybackClock(durationMs, opened.screen, setState);
    clock.current = made;
    // A link to a moment wants to be looked at; without one it plays.
    void made.seek(first.current).then(() => (first.current > 0 ? undefined : made.play()));
    let last = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      void made.tick(now - last);
      last = now;
      frame = requestAnimationFrame(run);
    });
    return () => {
      cancelAnimationFrame(frame);
      clock.current = undefined;
      opened.dispose();
    };
  }, [durationMs, open]);

  return { state, clock };
}
