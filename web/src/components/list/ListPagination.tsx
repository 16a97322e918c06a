import { Pagination } from 'antd';
import { useTranslation } from 'react-i18next';

import { PAGE_SIZES, type ListQuery } from '../../hooks/list-state.ts';
import type { ListState } from '../../hooks/useListState.ts';

interface ListPaginationProps<Query extends ListQuery> {
  state: ListState<Query>;
  total: number;
}

/** The foot of a list. */
export function ListPagination<Query extends ListQuery>({ state, total }: ListPaginationProps<Query>) {
  const { t } = useTranslation('parts');
  const { query, update } = state;
  return (
    <Pagination
      align="end"
      size="small"
      current={query.pageIndex}
      pageSize={query.pageSize}
      total={total}
      pageSizeOptions={[...PAGE_SIZES]}
      showSizeChanger
      locale={{ items_per_page: t('list.perPage'), page_size: t('list.pageSize') }}
      showTotal={(count) => t('list.total', { count })}
      onChange={(pageIndex, pageSize) =>
        update((pageSize === query.pageSize ? { pageIndex } : { pageSize }) as Partial<Query>)
      }
    />
  );
}
