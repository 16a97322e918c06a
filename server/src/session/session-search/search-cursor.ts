import * as z from 'zod';

const Place = z.tuple([z.number().int(), z.number().int()]);

/** How far each kind was read: everything older comes next. Null when there is nothing older. */
const Cursor = z.object({
  command: z.string().max(64).nullable().optional(),
  file: z.string().max(64).nullable().optional(),
  session: z.string().max(64).nullable().optional(),
  /** For each data directory that has an index: page and line. */
  output: z.record(z.string().max(64), Place.nullable()).optional(),
});
export type SearchCursor = z.infer<typeof Cursor>;

export function readCursor(text: string | undefined): SearchCursor | undefined {
  if (text === undefined) {
    return {};
  }
  try {
    return Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

export function writeCursor(cursor: SearchCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}
