import type { CommandFilter } from '@jadegate/contract/access/command-filter';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface CommandFilterOverlays {
  /** The filter to rename; undefined makes a new one. */
  form: Overlay<CommandFilter | undefined>;
  removal: Overlay<CommandFilter[]>;
}

/** What can lie over the list of command filters. */
export function useCommandFilterOverlays(): CommandFilterOverlays {
  return { form: useOverlay<CommandFilter | undefined>(), removal: useOverlay<CommandFilter[]>() };
}
