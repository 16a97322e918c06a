import type { AlertKind } from '@jadegate/contract/operations/alert';
import type { AlertWording } from '@jadegate/contract/words/alerts';
import type { Generated } from 'kysely';

/** Something that is the matter, from when it was first seen until it is over and everybody knows. */
export interface AlertTable {
  kind: AlertKind;
  /** What it is about: the same thing is the same alert, whoever sees it. */
  subject: string;
  /** On which machine it is seen, for people; empty for what stands in the database, which all see. */
  server: string;
  /** The data directory of the server that sees it; empty where all do, and where a version wrote it that did not say. */
  owner: Generated<string>;
  wording: AlertWording;
  level: 'warning' | 'danger';
  /** JSON: what the words name. */
  params: string;
  /** Who gets its letters: empty for those in charge, `nobody`, or the id of a person. */
  readers: string;
  /** Which time it was, where it happens again and again, such as the run of a job. */
  occasion: string;
  since: number;
  /** When it was last seen, to the minute. */
  seen_at: number;
  /** Null until it has lasted long enough to be told. */
  told_at: number | null;
  /** Since when it is not seen any more; null while it goes on. */
  over_at: number | null;
}
