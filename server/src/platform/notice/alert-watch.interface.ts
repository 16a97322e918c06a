import type { SentenceParams } from '@jadegate/contract/language';
import type { AlertKind } from '@jadegate/contract/operations/alert';
import type { AlertWording } from '@jadegate/contract/words/alerts';

import type { AlertTable } from '../../db/schema.ts';

/** Something that is the matter at this moment. */
export interface Condition {
  /** What it is about: the same thing is the same alert, whoever sees it. */
  subject: string;
  wording: AlertWording;
  level: AlertTable['level'];
  params: SentenceParams;
  /** Who gets its letters: empty or left out for those in charge, `nobody`, or the id of a person. */
  readers?: string;
  /** For what happens again and again: which time it was. A new one may be told again, though not often. */
  occasion?: string;
  /** Lines for its letter, asked for when one is written. */
  detail?: () => Promise<string[]>;
}

/** Somebody who knows whether something is the matter. */
export interface AlertWatch {
  kind: AlertKind;
  /** `server`: each server has its own; `all`: it stands in the database, and all servers see the same. */
  seenBy: 'server' | 'all';
  /** How often it is asked. */
  everyMs: number;
  /** How long it must last before it is told, and be over before that is told: what flickers is not news. */
  holdMs: { raise: number; clear: number };
  /** All that is the matter. Who cannot tell rejects, and nothing changes. */
  check(): Promise<readonly Condition[]>;
}
