import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext, type Navigator } from 'react-router';

type Guard = (leave: () => void) => void;

/**
 * Asks before the person leaves what is not saved: by a link, another tab of the page, closing or reloading.
 * The console's router has no blocker of its own, so the way it changes address is held while this is shown.
 */
export function useLeaveGuard(isChanged: () => boolean, ask: Guard): void {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const latest = useRef({ isChanged, ask });
  useEffect(() => {
    latest.current = { isChanged, ask };
  });

  useEffect(
    () => hold(navigator, (leave) => (latest.current.isChanged() ? latest.current.ask(leave) : leave())),
    [navigator],
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.isChanged()) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}

/** Every change of address goes through the guard, until the answer is called. */
function hold(navigator: Navigator, guard: Guard): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- put back as they were; called on their navigator below
  const { push, replace } = navigator;
  navigator.push = (...to) => guard(() => push.apply(navigator, to));
  navigator.replace = (...to) => guard(() => replace.apply(navigator, to));
  return () => {
    navigator.push = push;
    navigator.replace = replace;
  };
}
