import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Reauthentication } from '../identity/account.ts';
import { LIMITS } from '../limits.ts';

/** What a backup holds, in the order in which it is written back: what is referred to comes first. */
export const BACKUP_SECTIONS = [
  'roles',
  'users',
  'user-groups',
  'identity-sources',
  'storages',
  'login-policies',
  'access-rules',
  'settings',
  'brand-images',
  'credentials',
  'gateways',
  'assets',
  'command-filters',
  'strategies',
  'grants',
  'commands',
  'jobs',
  'event-destinations',
  'nodes',
  'gpu-notes',
  'vms',
] as const;
export type BackupSectionName = (typeof BACKUP_SECTIONS)[number];

/** Opens the file anywhere, so it must be hard to guess. Trimmed by nobody: what was typed counts. */
export const BackupPassphrase = z.string().min(LIMITS.backupPassphrase.min).max(LIMITS.backupPassphrase.max);
const TypedPassphrase = z.string().min(1).max(LIMITS.backupPassphrase.max);

export const BackupExport = z.strictObject({ passphrase: BackupPassphrase, ...Reauthentication.shape });
export type BackupExport = z.infer<typeof BackupExport>;

export const exportBackup = endpoint({
  method: 'POST',
  path: '/backup/export',
  access: ['setting'],
  summary:
    'All configuration with its secrets, encrypted under a passphrase. Needs every right and a fresh proof of identity. Audited.',
  interactive: true,
  proof: 'always',
  perMinute: 10,
  body: BackupExport,
  download: true,
  holds: 'transfer',
});

/** How many rows are named before the rest is only counted. */
export const BACKUP_NAMES = 100;

const Group = z.object({ count: z.number().int(), names: z.array(z.string()) });

export const BackupSectionPreview = z.object({
  section: z.enum(BACKUP_SECTIONS),
  /** Not here yet. */
  new: Group,
  /** Here already, just as in the file. */
  same: Group,
  /** Here already, under the same id, with other content. */
  different: Group,
  /** Here already under another id: the same name, taken to be the same thing. */
  conflict: Group,
});
export type BackupSectionPreview = z.infer<typeof BackupSectionPreview>;

export const BackupPreview = z.object({
  created: z.iso.datetime(),
  /** The release that wrote the file. */
  product: z.string(),
  sections: z.array(BackupSectionPreview),
  /** The first administrator of the file signs in differently from ours. */
  differsFirstAdministrator: z.boolean(),
});
export type BackupPreview = z.infer<typeof BackupPreview>;

export const previewBackup = endpoint({
  method: 'POST',
  path: '/backup/preview',
  access: ['setting'],
  summary: 'What a backup file would add and change here. Writes nothing.',
  perMinute: 20,
  upload: { maxBytes: LIMITS.backupBytes },
  body: z.strictObject({ passphrase: TypedPassphrase }),
  response: BackupPreview,
});

export const BACKUP_EXISTING = ['keep', 'replace'] as const;
export type BackupExisting = (typeof BACKUP_EXISTING)[number];

export const BackupImport = z.strictObject({
  passphrase: TypedPassphrase,
  /** What becomes of things that are here and differ. */
  existing: z.enum(BACKUP_EXISTING),
  /** Whether the first administrator's own name, password and second factor may be replaced as well. */
  firstAdministrator: z.enum(BACKUP_EXISTING).default('keep'),
  /** Said by somebody who was warned that the restored access rules would shut their own address out. */
  confirmLockout: z.stringbool().default(false),
  // As fields of a form, which are texts.
  ...Reauthentication.omit({ passkey: true }).shape,
});
export type BackupImport = z.infer<typeof BackupImport>;

export const BackupResult = z.object({
  sections: z.array(
    z.object({
      section: z.enum(BACKUP_SECTIONS),
      created: z.number().int(),
      replaced: z.number().int(),
      kept: z.number().int(),
    }),
  ),
});
export type BackupResult = z.infer<typeof BackupResult>;

export const importBackup = endpoint({
  method: 'POST',
  path: '/backup/import',
  access: ['setting'],
  widens: true,
  summary:
    'Writes a backup file back, all of it or nothing. Needs every right and a fresh proof of identity. Audited.',
  interactive: true,
  proof: 'always',
  perMinute: 10,
  upload: { maxBytes: LIMITS.backupBytes },
  body: BackupImport,
  response: BackupResult,
});
