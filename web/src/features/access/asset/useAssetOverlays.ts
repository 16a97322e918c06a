import type { AssetRow } from '@jadegate/contract/access/asset';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';
import type { Tested } from './useAssetTest.ts';

/** What can be changed for several assets at once. */
export type BulkKind = 'tags' | 'owner' | 'gateway' | 'credential';

export interface BulkTarget {
  kind: BulkKind;
  rows: AssetRow[];
}

export interface AssetOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  copy: Overlay<AssetRow>;
  bulk: Overlay<BulkTarget>;
  test: Overlay<readonly Tested[]>;
  removal: Overlay<AssetRow[]>;
  importing: Overlay<undefined>;
}

/** What can lie over the asset list. */
export function useAssetOverlays(): AssetOverlays {
  return {
    form: useOverlay<string | undefined>(),
    copy: useOverlay<AssetRow>(),
    bulk: useOverlay<BulkTarget>(),
    test: useOverlay<readonly Tested[]>(),
    removal: useOverlay<AssetRow[]>(),
    importing: useOverlay<undefined>(),
  };
}
