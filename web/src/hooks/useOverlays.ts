import { useCallback, useState } from 'react';

/** What a drawer or dialog gets from the page it lies over. */
export interface OverlayProps<Target> {
  open: boolean;
  /** What it was last opened for. It stays after closing, so that the overlay does not change while it slides away. */
  target: Target | undefined;
  onClose: () => void;
}

/** Opens one of them, for what it is to be about. */
export type OpenOverlay<Targets> = <Kind extends keyof Targets>(
  kind: Kind,
  ...target: undefined extends Targets[Kind] ? [target?: Targets[Kind]] : [target: Targets[Kind]]
) => void;

interface Overlays<Targets> {
  /** Stays the same, so that rows need not be made anew when something lies over them. */
  open: OpenOverlay<Targets>;
  /** One of them as it is now: the props of its component. */
  of: <Kind extends keyof Targets>(kind: Kind) => OverlayProps<Targets[Kind]>;
  /** One of them was opened before, so their code is wanted. */
  wasOpened: boolean;
}

/** What the actions of a row get: the row, and how to open what is about it. */
export interface RowActionsProps<Row, Targets> {
  row: Row;
  open: OpenOverlay<Targets>;
}

/** What the component gets that shows them all. */
export interface OverlaysProps<Targets> {
  overlays: Overlays<Targets>;
  /** Something was done with all of the ticked rows. */
  onDone?: () => void;
}

type Shown<Targets> = { [Kind in keyof Targets]?: { isOpen: boolean; target: Targets[Kind] | undefined } };

/** The drawers and dialogs of a page: which are open, and what each is about. `Targets` says what they can be about. */
export function useOverlays<Targets>(): Overlays<Targets> {
  const [shown, setShown] = useState<Shown<Targets>>({});
  const open = useCallback<OpenOverlay<Targets>>(
    (kind, target?) => setShown((last) => ({ ...last, [kind]: { isOpen: true, target } })),
    [],
  );
  const close = useCallback(
    (kind: keyof Targets) =>
      setShown((last) => ({ ...last, [kind]: { isOpen: false, target: last[kind]?.target } })),
    [],
  );
  return {
    open,
    of: (kind) => ({
      open: shown[kind]?.isOpen ?? false,
      target: shown[kind]?.target,
      onClose: () => close(kind),
    }),
    wasOpened: Object.keys(shown).length > 0,
  };
}
