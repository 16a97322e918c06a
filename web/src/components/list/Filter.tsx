import { Checkbox, Select, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import { filterValue, type FilterName, type ListFilter } from './list-filter.ts';
import { PersonBox } from './PersonBox.tsx';
import { SearchBox } from './SearchBox.tsx';

const TimeRange = lazy(async () => ({ default: (await import('./TimeRange.tsx')).TimeRange }));

const ON = 'true';

interface FilterProps<Query extends ListQuery> {
  filter: ListFilter<Query>;
  state: ListState<Query>;
}

/** The control of one filter; it changes the list as it is used. */
export function Filter<Query extends ListQuery>({ filter, state }: FilterProps<Query>) {
  const { query, update } = state;
  const value = (name: FilterName<Query>) => filterValue(query, name);
  const change = (next: Partial<Record<FilterName<Query>, string | undefined>>, replace = false) =>
    update(next as Partial<Query>, { replace });
  const one = (name: FilterName<Query>, next: string | undefined) =>
    ({ [name]: next }) as Partial<Record<FilterName<Query>, string | undefined>>;

  switch (filter.kind) {
    case 'text':
    case 'person': {
      const Box = filter.kind === 'person' ? PersonBox : SearchBox;
      return (
        <div style={{ flex: '1 1 160px', maxWidth: 240 }}>
          <Box
            isMain={false}
            value={value(filter.name) ?? ''}
            placeholder={filter.label}
            onSearch={(text) => change(one(filter.name, text || undefined), true)}
          />
        </div>
      );
    }
    case 'many':
      return (
        <Select
          mode="multiple"
          aria-label={filter.label}
          placeholder={filter.label}
          allowClear
          maxTagCount="responsive"
          value={value(filter.name)?.split(',') ?? []}
          options={[...filter.options]}
          onChange={(next: string[]) => change(one(filter.name, next.join(',') || undefined))}
          style={{ minWidth: 180, maxWidth: 280 }}
        />
      );
    case 'toggle':
      return (
        <Checkbox
          checked={value(filter.name) === ON}
          onChange={({ target }) => change(one(filter.name, target.checked ? ON : undefined))}
        >
          {filter.label}
        </Checkbox>
      );
    case 'range': {
      const [from, to] = filter.names;
      return (
        <div style={{ flex: '1 1 340px', maxWidth: 380 }}>
          <Suspense fallback={<Skeleton.Input block />}>
            <TimeRange
              labels={filter.labels}
              value={[value(from), value(to)]}
              onChange={(since, until) => change({ ...one(from, since), ...one(to, until) })}
            />
          </Suspense>
        </div>
      );
    }
    default:
      return (
        <Select
          aria-label={filter.label}
          placeholder={filter.label}
          allowClear
          value={value(filter.name)}
          options={[...filter.options]}
          popupMatchSelectWidth={false}
          onChange={(next: string | undefined) => change(one(filter.name, next))}
          style={{ minWidth: 140 }}
        />
      );
  }
}
