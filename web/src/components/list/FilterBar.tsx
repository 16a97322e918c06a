import { FilterOutlined } from '@ant-design/icons';
import { Button, Flex, Grid, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';
import { Filter } from './Filter.tsx';
import { filterValue, namesOf, type ListFilter, type ListSearch } from './list-filter.ts';
import { PersonBox } from './PersonBox.tsx';
import { SearchBox } from './SearchBox.tsx';

interface FilterBarProps<Query extends ListQuery> {
  state: ListState<Query>;
  search?: ListSearch<Query>;
  filters: readonly ListFilter<Query>[];
  /** Refresh, columns: at the far end. */
  tools: ReactNode;
}

/** Search and filters in as few lines as they fit; on narrow windows the filters fold behind a button. */
export function FilterBar<Query extends ListQuery>({ state, search, filters, tools }: FilterBarProps<Query>) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const { md: isWide = false } = Grid.useBreakpoint();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { query, update, reset } = state;

  const Search = search?.kind === 'person' ? PersonBox : SearchBox;
  const controls = filters.map((filter) => (
    <Filter key={namesOf(filter).join()} filter={filter} state={state} />
  ));
  const active = filters.filter((filter) =>
    namesOf(filter).some((name) => filterValue(query, name) !== undefined),
  ).length;

  return (
    <Flex vertical gap={token.marginXS} role="search">
      <Flex gap={token.marginXS} align="flex-start">
        <Flex gap={token.marginXS} align="center" wrap={isWide} style={{ flex: 1, minWidth: 0 }}>
          {search !== undefined && (
            <div style={isWide ? { width: 280 } : { flex: 1, minWidth: 0 }}>
              <Search
                value={filterValue(query, search.name) ?? ''}
                placeholder={search.placeholder}
                onSearch={(text) =>
                  update({ [search.name]: text || undefined } as Partial<Query>, { replace: true })
                }
              />
            </div>
          )}
          {isWide && controls}
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
        </Flex>
        <Flex gap={token.marginXS}>{tools}</Flex>
      </Flex>
      {!isWide && isUnfolded && (
        <Flex gap={token.marginXS} align="center" wrap>
          {controls}
        </Flex>
      )}
    </Flex>
  );
}
