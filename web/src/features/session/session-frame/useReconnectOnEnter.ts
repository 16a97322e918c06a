import { useEffect, useRef, type KeyboardEvent } from 'react';

import type { SessionState } from './session-state.ts';

/** Whoever typed on had the session in mind that has just ended. */
const STILL_TYPING_MS = 500;

/** Enter connects again while the session is over, where the keyboard is the session's and nobody types elsewhere. */
export function useReconnectOnEnter(state: SessionState, startAgain: () => void) {
  const isOver = state.name === 'over';
  const overSince = useRef(0);
  useEffect(() => {
    if (isOver) {
      overSince.current = performance.now();
    }
  }, [isOver]);
  return (event: KeyboardEvent) => {
    const { key, repeat, target, nativeEvent } = event;
    const isMeant =
      isOver &&
      key === 'Enter' &&
      !repeat &&
      !nativeEvent.isComposing &&
      // Every kind of session takes its keys through one; the fields beside it are inputs.
      target instanceof HTMLTextAreaElement &&
      performance.now() - overSince.current > STILL_TYPING_MS;
    if (isMeant) {
      event.preventDefault();
      event.stopPropagation();
      startAgain();
    }
  };
}
