import type { StorageRow } from '@jadegate/contract/files/storage';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface StorageOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  browsing: Overlay<StorageRow>;
  removal: Overlay<StorageRow[]>;
}

/** What can lie over the list of spaces. */
export function useStorageOverlays(): StorageOverlays {
  return {
    form: useOverlay<string | undefined>(),
    browsing: useOverlay<StorageRow>(),
    removal: useOverlay<StorageRow[]>(),
  };
}
