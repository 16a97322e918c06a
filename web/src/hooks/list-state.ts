import type { PagingRequest } from '@jadegate/contract/paging';
import type * as z from 'zod';

/** A paging query of the contract: page, size, sort, and the filters of that list. */
export type ListQuery = PagingRequest<string>;

/** The contract schema of such a query. Its field names are the names in the URL. */
export type ListSchema<Query extends ListQuery> = z.ZodType<Query> & {
  shape: Readonly<Record<string, z.ZodType>>;
};

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

const PAGING_NAMES: readonly string[] = [
  'pageIndex',
  'pageSize',
  'field',
  'order',
] satisfies (keyof ListQuery)[];

/** What the URL says. A value the contract refuses counts as absent, so an old or edited link still opens. */
export function readListState<Query extends ListQuery>(
  schema: ListSchema<Query>,
  params: URLSearchParams,
  pageSize: number,
): Query {
  const accepted = Object.entries(schema.shape).flatMap(([name, field]) => {
    const text = params.get(name);
    return text !== null && field.safeParse(text).success ? [[name, text] as const] : [];
  });
  return schema.parse({ pageSize, ...Object.fromEntries(accepted) });
}

/** The URL for a state. Defaults and empty filters are left out; parameters of others on the page are kept. */
export function writeListState<Query extends ListQuery>(
  schema: ListSchema<Query>,
  query: Query,
  current: URLSearchParams,
): URLSearchParams {
  const others = [...current].filter(([name]) => !Object.hasOwn(schema.shape, name));
  const defaults: Record<string, unknown> = { pageIndex: 1, pageSize: DEFAULT_PAGE_SIZE };
  const stated = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== defaults[name],
  );
  return new URLSearchParams([...others, ...stated.map(([name, value]) => [name, String(value)])]);
}

/** True when something narrows the list, so that "nothing here" and "no match" can be told apart. */
export function isFiltered(query: ListQuery): boolean {
  return Object.entries(query).some(
    ([name, value]) => !PAGING_NAMES.includes(name) && value !== undefined && value !== '',
  );
}

/** The same list without filters; sort and page size stay. */
export function withoutFilters<Query extends ListQuery>(query: Query): Partial<Query> {
  const names = Object.keys(query).filter((name) => !PAGING_NAMES.includes(name));
  return Object.fromEntries(names.map((name) => [name, undefined])) as Partial<Query>;
}
