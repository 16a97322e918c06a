import { lazy, Suspense, type ComponentType } from 'react';

import { useIdlePreload } from '../hooks/useIdlePreload.ts';
import type { Overlay } from '../hooks/useOverlay.ts';

type Opened = Pick<Overlay<unknown>, 'wasOpened'>;

/**
 * The drawers and dialogs of a page, apart from it, so that the page does not wait for their code: it is fetched when
 * the page has had its turn, and rendered once one of them was opened.
 */
export function lazyOverlays<Props extends { overlays: Record<keyof Props['overlays'], Opened> }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Content = lazy(async () => ({ default: await load() }));
  return function LazyOverlays(props: Props) {
    useIdlePreload(load);
    const all = Object.values<Opened>(props.overlays);
    return all.some(({ wasOpened }) => wasOpened) ? (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    ) : null;
  };
}
