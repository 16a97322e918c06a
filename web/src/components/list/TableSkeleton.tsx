import { ConfigProvider, Flex, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';

import { COMPACT } from './DataTable.tsx';

interface TableSkeletonProps {
  columns: readonly { key: string; title: string; width?: number }[];
  hasSelection: boolean;
}

const ROWS = Array.from({ length: 8 }, (_, index) => ({ id: String(index) }));
const BAR = (
  <Flex align="center" style={{ height: 24 }}>
    <Skeleton.Button active block size="small" style={{ height: 16, maxWidth: 120 }} />
  </Flex>
);

/** The table before its first rows: same columns and height, so that little moves when they come. */
export function TableSkeleton({ columns, hasSelection }: TableSkeletonProps) {
  const { t } = useTranslation('parts');
  return (
    <ConfigProvider theme={COMPACT}>
      <Table
        size="small"
        rowKey="id"
        aria-busy
        aria-label={t('list.loading')}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={ROWS}
        columns={[
          ...(hasSelection ? [{ key: 'selection', width: 44 }] : []),
          ...columns.map(({ key, title, width }) => ({ key, title, width, render: () => BAR })),
        ]}
      />
    </ConfigProvider>
  );
}
