import type { HoldKind } from '@jadegate/contract/platform/legal-hold';

import type { Tx } from '../../db/database.ts';

/** Of areas above, which know what can be held. */
export interface HoldSubjects {
  /** What it is called; undefined where there is none. */
  nameOf(kind: HoldKind, id: string, tx: Tx): Promise<string | undefined>;
}
