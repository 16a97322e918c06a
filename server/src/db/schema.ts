import type { Selectable } from 'kysely';

import type { AccessTables } from './tables/access.ts';
import type { FilesTables } from './tables/files.ts';
import type { FleetTables } from './tables/fleet.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { OperationsTables } from './tables/operations.ts';
import type { PlatformTables } from './tables/platform.ts';
import type { SessionTables } from './tables/session.ts';

export type * from './tables/access.ts';
export type * from './tables/alert.ts';
export type * from './tables/command-run.ts';
export type * from './tables/event.ts';
export type * from './tables/files.ts';
export type * from './tables/flag.ts';
export type * from './tables/fleet.ts';
export type * from './tables/gpu.ts';
export type * from './tables/identity-source.ts';
export type * from './tables/identity.ts';
export type * from './tables/imported.ts';
export type * from './tables/job.ts';
export type * from './tables/monitoring.ts';
export type * from './tables/node.ts';
export type * from './tables/operations.ts';
export type * from './tables/platform.ts';
export type * from './tables/session.ts';
export type * from './tables/vm.ts';
export type * from './tables/work.ts';

/**
 * Tables as both engines store them: ids are text, times epoch milliseconds, booleans 0 or 1, JSON text.
 */
export interface Schema
  extends
    PlatformTables,
    IdentityTables,
    AccessTables,
    FilesTables,
    SessionTables,
    FleetTables,
    OperationsTables {}

/** A row of the table as it is read. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;
