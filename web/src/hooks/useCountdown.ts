import { useEffect, useEffectEvent, useState } from 'react';

/** Seconds left, from when the component appears; calls back once at zero. Measured by the clock, so that a tab put to
 *  sleep in between does not make it longer. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    const until = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) {
        clearInterval(timer);
        end();
      }
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds]);

  return left;
}
