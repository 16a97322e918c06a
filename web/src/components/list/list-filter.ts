import type { ListQuery } from '../../hooks/list-state.ts';

export type FilterName<Query> = Exclude<keyof Query & string, keyof ListQuery>;

/** One of a few values. */
interface SelectFilter<Query extends ListQuery> {
  kind?: 'select';
  name: FilterName<Query>;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** Several of many values, all of which must match; joined with commas in the URL. */
interface ManyFilter<Query extends ListQuery> {
  kind: 'many';
  name: FilterName<Query>;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A second text to search by, beside the search box of the list. */
interface TextFilter<Query extends ListQuery> {
  kind: 'text';
  name: FilterName<Query>;
  label: string;
}

/** Somebody, by whatever is known of them. */
interface PersonFilter<Query extends ListQuery> {
  kind: 'person';
  name: FilterName<Query>;
  label: string;
}

/** On is `true` in the query, off is absent. */
interface ToggleFilter<Query extends ListQuery> {
  kind: 'toggle';
  name: FilterName<Query>;
  label: string;
}

/** From one minute to another, as ISO times in the query. Either may be open. */
interface RangeFilter<Query extends ListQuery> {
  kind: 'range';
  names: readonly [from: FilterName<Query>, to: FilterName<Query>];
  labels: readonly [from: string, to: string];
}

export type ListFilter<Query extends ListQuery> =
  | SelectFilter<Query>
  | ManyFilter<Query>
  | TextFilter<Query>
  | PersonFilter<Query>
  | ToggleFilter<Query>
  | RangeFilter<Query>;

export interface ListSearch<Query extends ListQuery> {
  kind?: 'text' | 'person';
  name: FilterName<Query>;
  placeholder: string;
}

export function namesOf<Query extends ListQuery>(filter: ListFilter<Query>): readonly FilterName<Query>[] {
  return filter.kind === 'range' ? filter.names : [filter.name];
}

/** What the query holds for a filter, as it stands in the URL. */
export function filterValue<Query extends ListQuery>(
  query: Query,
  name: FilterName<Query>,
): string | undefined {
  const value: unknown = query[name];
  const values = [value].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return values.join(',') || undefined;
}
