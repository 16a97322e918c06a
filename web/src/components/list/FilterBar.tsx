import { FilterOutlined } from '@ant-design/icons';
import { Button, Flex, Grid, Select, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import { SearchBox } from './SearchBox.tsx';

type FilterName<Query> = Exclude<keyof Query & string, keyof ListQuery>;

export interface ListFilter<Query extends ListQuery> {
  name: FilterName<Query>;
  label: string;
  options: readonly { value: string; label: string }[];
}

export interface ListSearch<Query extends ListQuery> {
  name: FilterName<Query>;
  placeholder: string;
}

interface FilterBarProps<Query extends ListQuery> {
  state: ListState<Query>;
  search?: ListSearch<Query>;
  filters: readonly ListFilter<Query>[];
  /** Refresh, columns: at the far end. */
  tools: ReactNode;
}

/** Search and filters in one line; on narrow windows the filters fold behind a button. */
export function FilterBar<Query extends ListQuery>({ state, search, filters, tools }: FilterBarProps<Query>) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const { md: isWide = false } = Grid.useBreakpoint();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { query, update, reset } = state;
  const value = (name: FilterName<Query>) => query[name] as string | undefined;
  const change = (name: FilterName<Query>, next: string | undefined, replace = false) =>
    update({ [name]: next === '' ? undefined : next } as Partial<Query>, { replace });

  const selects = filters.map(({ name, label, options }) => (
    <Select
      key={name}
      aria-label={label}
      placeholder={label}
      allowClear
      value={value(name)}
      options={[...options]}
      popupMatchSelectWidth={false}
      onChange={(next: string | undefined) => change(name, next)}
      style={{ minWidth: 140, flex: isWide ? undefined : 1 }}
    />
  ));
  const active = filters.filter(({ name }) => value(name) !== undefined).length;

  return (
    <Flex vertical gap={token.marginXS} role="search">
      <Flex gap={token.marginXS} align="center">
        {search !== undefined && (
          <div style={isWide ? { width: 280 } : { flex: 1, minWidth: 0 }}>
            <SearchBox
              value={value(search.name) ?? ''}
              placeholder={search.placeholder}
              onSearch={(text) => change(search.name, text, true)}
            />
          </div>
        )}
        {isWide && selects}
        {isWide && state.isFiltered && (
          <Button type="link" onClick={reset}>
            {t('list.reset')}
          </Button>
        )}
        {!isWide && filters.length > 0 && (
          <Button
            icon={<FilterOutlined aria-hidden />}
            aria-label={t('list.filters')}
            aria-expanded={isUnfolded}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {active > 0 ? active : undefined}
          </Button>
        )}
        <Flex gap={token.marginXS} style={{ marginInlineStart: 'auto' }}>
          {tools}
        </Flex>
      </Flex>
      {!isWide && isUnfolded && (
        <Flex gap={token.marginXS} wrap>
          {selects}
        </Flex>
      )}
    </Flex>
  );
}
