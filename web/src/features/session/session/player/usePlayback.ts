import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import { PlaybackClock, type PlaybackScreen, type PlaybackState } from './playback-clock.ts';

/**
 * Runs a recording on a screen, from the moment on. `open` makes the screen once the page is there and must stay the same
 * function while the recording does. What it returns beside it cleans up.
 */
export function usePlayback(
  durationMs: number,
  startAt: number,
  open: () => { screen: PlaybackScreen; dispose: () => void } | undefined,
): PlaybackClock {
  const clock = useMemo(() => new PlaybackClock(durationMs), [durationMs]);
  const first = useRef(startAt);

  useEffect(() => {
    const opened = open();
    if (!opened) {
      return undefined;
    }
    clock.show(opened.screen);
    // A link to a moment wants to be looked at; without one it plays.
    void clock.seek(first.current).then(() => (first.current > 0 ? undefined : clock.play()));
    let last = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      void clock.tick(now - last);
      last = now;
      frame = requestAnimationFrame(run);
    });
    return () => {
      cancelAnimationFrame(frame);
      opened.dispose();
    };
  }, [clock, open]);

  return clock;
}

/**
 * What a part of the page shows of a recording's state. It is drawn anew when that changes, not with each frame: a page
 * that is drawn sixty times a second stops a slow machine, and React takes it for an endless loop. So `read` answers
 * something coarse, the same while it looks the same.
 */
export function usePlaybackValue<Value>(clock: PlaybackClock, read: (state: PlaybackState) => Value): Value {
  const subscribe = useCallback((listener: () => void) => clock.subscribe(listener), [clock]);
  return useSyncExternalStore(subscribe, () => read(clock.state));
}
