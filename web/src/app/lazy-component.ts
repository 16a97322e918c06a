import { lazy, type ComponentType } from 'react';

import { loadChunk } from './load-chunk.ts';

export interface LazyComponent<Props> {
  Component: ComponentType<Props>;
  /** Starts loading now, so that it is there when it is shown. */
  preload: () => void;
}

export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  return {
    Component: lazy(async () => ({ default: await loadChunk(load) })),
    preload: () => {
      // Only warms the browser's module map. Retries and the reload happen when the part is really shown.
      load().catch(() => {});
    },
  };
}
