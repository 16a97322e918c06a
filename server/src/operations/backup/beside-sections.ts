import type { BackupSectionName } from '@jadegate/contract/operations/backup';

import { ACCESS_NOT_IN_BACKUP } from '../../db/tables/access.ts';
import { FILES_NOT_IN_BACKUP } from '../../db/tables/files.ts';
import { FLEET_NOT_IN_BACKUP } from '../../db/tables/fleet.ts';
import { IDENTITY_NOT_IN_BACKUP } from '../../db/tables/identity.ts';
import { OPERATIONS_NOT_IN_BACKUP } from '../../db/tables/operations.ts';
import { PLATFORM_NOT_IN_BACKUP } from '../../db/tables/platform.ts';
import { SESSION_NOT_IN_BACKUP } from '../../db/tables/session.ts';

/** Secrets that belong to no row, by their owner in the vault. */
export const LOOSE_SECRETS: readonly { owner: string; section: BackupSectionName }[] = [
  { owner: 'setting', section: 'settings' },
  // Clients know the installation by them, also when it has moved.
  { owner: 'ssh-host-keys', section: 'settings' },
];

/** What a backup leaves out, and why. */
export const NOT_CONFIGURATION = {
  ...PLATFORM_NOT_IN_BACKUP,
  ...IDENTITY_NOT_IN_BACKUP,
  ...ACCESS_NOT_IN_BACKUP,
  ...FILES_NOT_IN_BACKUP,
  ...SESSION_NOT_IN_BACKUP,
  ...FLEET_NOT_IN_BACKUP,
  ...OPERATIONS_NOT_IN_BACKUP,
};
