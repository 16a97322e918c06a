import * as z from 'zod';

import { LIMITS } from './limits.ts';

/** What every import of a CSV file answers, whatever its rows stand for. */
export const IMPORT_STATES = ['new', 'exists', 'duplicate', 'invalid'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const ImportRow = z.object({
  /** Of the file, as an editor counts lines: the header is line 1. */
  line: z.number().int(),
  /** Only `new` rows are written. */
  state: z.enum(IMPORT_STATES),
  /** By column, without secrets. */
  cells: z.record(z.string(), z.string()),
  /** By column: what is wrong, in the reader's language. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** By column: what does not stop the row but should be known. */
  warnings: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const ImportPreview = z.object({
  columns: z.array(z.string()),
  counts: z.object({
    new: z.number().int(),
    exists: z.number().int(),
    duplicate: z.number().int(),
    invalid: z.number().int(),
  }),
  rows: z.array(ImportRow),
  /** Good rows that are not shown, because there are too many. */
  hidden: z.number().int().optional(),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const importUpload = { maxBytes: LIMITS.importBytes };
