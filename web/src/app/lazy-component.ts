import { createElement, lazy, useState, type ComponentType } from 'react';

import { loadChunk } from './load-chunk.ts';

export interface LazyComponent<Props> {
  Component: ComponentType<Props>;
  /** Starts loading now, so that it is there when it is shown. */
  preload: () => void;
}

/**
 * A part of the console that is loaded when it is needed. One that was loaded ahead is drawn at once: React would show
 * what stands in for it first, and then keep that for 300 ms so that it does not blink.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const Waiting = lazy(async () => ({ default: await loadChunk(loadOnce) }));
  return {
    Component: (props) => {
      // What is on the screen stays the same component, also when it was loaded meanwhile: another would begin anew.
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Waiting as ComponentType<Props>));
      return createElement(Shown, props);
    },
    preload: () => {
      // Retries and the reload happen when the part is really shown.
      loadOnce().catch(() => {});
    },
  };
}
