import type { SearchKind } from '@jadegate/contract/session-search';
import * as z from 'zod';

/** How far each kind was read: everything older comes next. Null when there is nothing older. */
const Cursor = z.object({
  command: z.string().max(64).nullable().optional(),
  file: z.string().max(64).nullable().optional(),
  session: z.string().max(64).nullable().optional(),
  output: z.object({ page: z.number().int(), line: z.number().int() }).nullable().optional(),
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

/** Null when every kind came to its end. */
export function writeCursor(cursor: SearchCursor, kinds: readonly SearchKind[]): string | null {
  return kinds.every((kind) => cursor[kind] === null)
    ? null
    : Buffer.from(JSON.stringify(cursor)).toString('base64url');
}
