import { lazy, Suspense, type ComponentType } from 'react';

import { useIdlePreload } from '../hooks/useIdlePreload.ts';

/**
 * The drawers and dialogs of a page, apart from it, so that the page does not wait for their code: it is fetched when
 * the page has had its turn, and rendered once one of them was opened.
 */
export function lazyOverlays<Props extends { overlays: { wasOpened: boolean } }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Content = lazy(async () => ({ default: await load() }));
  return function LazyOverlays(props: Props) {
    useIdlePreload(load);
    return props.overlays.wasOpened ? (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    ) : null;
  };
}
