import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { ImportPreview, importUpload } from '../import.ts';

export { USER_IMPORT_COLUMNS, USER_IMPORT_TYPES, type UserImportColumn } from '../words/user-import.ts';

export const previewUserImport = endpoint({
  method: 'POST',
  path: '/users/import/preview',
  access: ['user-add'],
  summary: 'What a CSV file of people would add, row by row. Writes nothing.',
  perMinute: 30,
  upload: importUpload,
  response: ImportPreview,
});

export const UserImportResult = z.object({
  created: z.number().int(),
  /** Rows that were left out: wrong, repeated, or people who are here already. */
  skipped: z.number().int(),
  /** For rows without a password, shown this once: good for one login. */
  oneTime: z.array(z.object({ username: z.string(), secret: z.string() })),
});
export type UserImportResult = z.infer<typeof UserImportResult>;

export const importUsers = endpoint({
  method: 'POST',
  path: '/users/import',
  access: ['user-add'],
  widens: true,
  summary:
    'Adds the good rows of a CSV file, all or none. People who exist are never changed. Nobody can give rights they do not have.',
  perMinute: 10,
  upload: importUpload,
  response: UserImportResult,
});
