import { useEffect } from 'react';

const DELAY_MS = 1500;

/** Loads code the person will probably need next, once the page in front has had its turn. */
export function useIdlePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure here is nobody's concern yet: whoever needs the code asks again, and says so.
    const timer = setTimeout(() => void load().catch(() => undefined), DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
