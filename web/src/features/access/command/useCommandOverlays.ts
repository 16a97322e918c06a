import type { Command } from '@jadegate/contract/access/command';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface CommandOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  owner: Overlay<Command>;
  removal: Overlay<Command[]>;
  /** A command whose parameters are to be filled in. */
  parameters: Overlay<Command>;
}

/** What can lie over a list of commands. */
export function useCommandOverlays(): CommandOverlays {
  return {
    form: useOverlay<string | undefined>(),
    owner: useOverlay<Command>(),
    removal: useOverlay<Command[]>(),
    parameters: useOverlay<Command>(),
  };
}
