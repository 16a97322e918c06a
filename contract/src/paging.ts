import * as z from 'zod';

import { LIMITS } from './limits.ts';

/** Substring filter; the empty string means no filter. */
export const SearchText = z
  .string()
  .max(LIMITS.searchText.max)
  .transform((text) => text.trim() || undefined)
  .optional();

/** An empty `field` or `order` means the default, because the family's client always sends both. */
function emptyIsAbsent<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** The query of every paged list. Sort columns come from an allow-list; unknown ones mean the default order. */
export function pagingQuery<
  const Fields extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(fields: Fields, filters: Filters) {
  return z.object({
    pageIndex: z.coerce.number().int().min(1).max(10_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(LIMITS.pageSize.max).default(LIMITS.pageSize.default),
    field: emptyIsAbsent(z.enum(fields).optional().catch(undefined)),
    order: emptyIsAbsent(z.enum(['ascend', 'descend'])),
    ...filters,
  });
}

export function paged<Item extends z.ZodType>(item: Item) {
  return z.object({ total: z.number().int().min(0), items: z.array(item) });
}

export interface PagingRequest<Field extends string> {
  pageIndex: number;
  pageSize: number;
  field?: Field | undefined;
  order?: 'ascend' | 'descend' | undefined;
}

/** What a whole list holds where there is no end of rows: as many as the longest page. */
export const LONGEST_PAGE = { pageIndex: 1, pageSize: LIMITS.pageSize.max } as const;

export interface Page<Item> {
  total: number;
  items: Item[];
}
