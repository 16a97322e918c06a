import { useCallback, useState } from 'react';

export interface Overlay<Target> {
  isOpen: boolean;
  /** It was opened before, so its code is wanted. */
  wasOpened: boolean;
  /** What it was last opened for. It stays after closing, so that the overlay does not change while it slides away. */
  target: Target | undefined;
  open: (target: Target) => void;
  close: () => void;
}

type OverlayState<Target> = Pick<Overlay<Target>, 'isOpen' | 'wasOpened' | 'target'>;

/** The one drawer or dialog of a page, and what it is about. Where there are several: `useOverlays`. */
export function useOverlay<Target>(): Overlay<Target> {
  const [state, setState] = useState<OverlayState<Target>>({
    isOpen: false,
    wasOpened: false,
    target: undefined,
  });
  const open = useCallback((target: Target) => setState({ isOpen: true, wasOpened: true, target }), []);
  const close = useCallback(() => setState((last) => ({ ...last, isOpen: false })), []);
  return { ...state, open, close };
}
