import type { Kysely } from 'kysely';

import type { Engine } from './dialect.ts';

/** A numbered step. Runs on both engines; what differs is asked of the engine. */
export type Step = (db: Kysely<never>, engine: Engine) => Promise<void>;
