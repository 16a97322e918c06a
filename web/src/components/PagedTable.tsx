import type { Page } from '@jadegate/contract/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TableProps } from 'antd';
import type { ComponentProps } from 'react';

import { EmptyState } from './EmptyState.tsx';
import { LoadState } from './LoadState.tsx';
import { SmallTable } from './SmallTable.tsx';

interface PagedTableProps<Row> {
  result: UseQueryResult<Page<Row>>;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  columns: NonNullable<TableProps<Row>['columns']>;
  /** What is said when there is no row. */
  empty: ComponentProps<typeof EmptyState>;
}

/** A short table that is read page by page: until it is there, where it cannot be read, and where there is nothing. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
  const { result, page, pageSize, onPage, columns, empty } = props;
  const { data, error, isFetching, refetch } = result;
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const { total, items } = data;
  return total === 0 ? (
    <EmptyState {...empty} />
  ) : (
    <SmallTable<Row>
      dataSource={items}
      pagination={total > pageSize && { current: page, pageSize, total, onChange: onPage }}
      columns={columns}
    />
  );
}
