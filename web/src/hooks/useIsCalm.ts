import { useEffect, useState } from 'react';

const DELAY_MS = 1500;

/** True once the page has had its turn: for what is large, and nobody waits for. */
export function useIsCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isCalm;
}
