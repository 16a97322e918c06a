import type { HoldKind } from '@jadegate/contract/platform/legal-hold';

/** Of areas above, which know what can be held. */
export interface HoldSubjects {
  /** What it is called; undefined where there is none. */
  nameOf(kind: HoldKind, id: string): Promise<string | undefined>;
}
