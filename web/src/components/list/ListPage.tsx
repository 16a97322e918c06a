import type { MenuId } from '@jadegate/contract/menu';
import type { QueryKey } from '@tanstack/react-query';
import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';

import type { ListQuery } from '../../hooks/list-state.ts';
import { Can } from '../Can.tsx';
import { DeniedState } from '../DeniedState.tsx';
import { EmptyState, type EmptyStateProps } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { isDenied } from '../failure.ts';
import { PageHeader } from '../PageHeader.tsx';
import type { ListColumn, ListRow } from './list-column.ts';
import type { ListFilter, ListSearch } from './list-filter.ts';
import { ListView, type ShownRows } from './ListView.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useList, type ListSource } from './useList.ts';

export interface ListPageProps<
  Row extends ListRow,
  Query extends ListQuery,
  Key extends QueryKey,
> extends ListSource<Row, Query, Key> {
  /** Names the page's memory in the browser: the column choice is kept under `cs-<name>`. */
  name: string;
  title: string;
  description?: string;
  /** Who may see the page at all. */
  access?: readonly [MenuId, ...MenuId[]];
  columns: readonly ListColumn<Row, Query>[];
  /** How a row is called, for those who hear rather than see the table. */
  nameOf: (row: Row) => string;
  search?: ListSearch<Query>;
  filters?: readonly ListFilter<Query>[];
  /** The one primary action, top right. */
  action?: ReactNode;
  /** Beside it, in whatever state the list is: export, verify. Given the query, for what works on all that matches. */
  renderExtra?: (query: Query) => ReactNode;
  /** Between header and list: what an action found. */
  notice?: ReactNode;
  /** Shows the rows in another way than as a table. */
  renderRows?: ((shown: ShownRows<Row, Query>) => ReactNode) | undefined;
  /** What can be done with the ticked rows. */
  bulkActions?: ReactNode;
  /** What this is, when there is none yet. Offers the primary action; `action: null` offers none. */
  empty: EmptyStateProps;
}

/** A page that is a list: header, filters, table, and every state such a page can be in. */
export function ListPage<Row extends ListRow, Query extends ListQuery, Key extends QueryKey>(
  props: ListPageProps<Row, Query, Key>,
) {
  const { token } = theme.useToken();
  const content = <ListContent {...props} />;
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      {props.access === undefined ? (
        content
      ) : (
        <Can any={props.access} otherwise={<DeniedState />}>
          {content}
        </Can>
      )}
    </Flex>
  );
}

function ListContent<Row extends ListRow, Query extends ListQuery, Key extends QueryKey>(
  props: ListPageProps<Row, Query, Key>,
) {
  const { title, description, action, renderExtra, notice, selection, bulkActions, empty } = props;
  const { state, result, selectAll } = useList(props);
  const { data, error, isFetching, refetch } = result;

  if (data === undefined && isDenied(error)) {
    return <DeniedState />;
  }
  const header = (primary?: ReactNode) => (
    <>
      <PageHeader
        title={title}
        description={description}
        action={
          <>
            {renderExtra?.(state.query)}
            {primary}
          </>
        }
      />
      {notice}
    </>
  );
  if (data === undefined && error !== null) {
    return (
      <>
        {header()}
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </>
    );
  }
  if (data?.total === 0 && !state.isFiltered) {
    return (
      <>
        {header()}
        <EmptyState {...empty} action={empty.action === undefined ? action : (empty.action ?? undefined)} />
      </>
    );
  }
  return (
    <>
      {header(action)}
      <ListView {...props} filters={props.filters ?? []} state={state} result={result} />
      {selection !== undefined && selection.ids.length > 0 && (
        <SelectionBar
          count={selection.ids.length}
          total={data?.total ?? 0}
          selectable={selectAll.selectable}
          isSelectingAll={selectAll.isRunning}
          onSelectAll={selectAll.run}
          onClear={selection.clear}
        >
          {bulkActions}
        </SelectionBar>
      )}
    </>
  );
}
