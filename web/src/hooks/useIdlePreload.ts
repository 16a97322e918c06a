import { useEffect } from 'react';

const DELAY_MS = 1500;

/** Loads code the person will probably need next, once the page in front has had its turn. */
export function useIdlePreload(load: () => unknown): void {
  useEffect(() => {
    // A failure is not shown here: the part is loaded again when it is needed, and reports it then.
    const timer = setTimeout(() => void Promise.resolve(load()).catch(() => undefined), DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
