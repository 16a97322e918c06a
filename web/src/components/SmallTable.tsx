import { Table, type TableProps } from 'antd';

import styles from './SmallTable.module.css';

/** The key of the column in which something is done with a row. */
const ACTIONS = 'actions';

/** A short table inside a page or drawer. On a phone each row is a card, as in the lists. */
export function SmallTable<Row extends object>({ columns = [], ...props }: TableProps<Row>) {
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      className={styles.table}
      {...props}
      columns={columns.map((column) => ({
        ...column,
        // Long names push it out of the page, and nobody looks for it there.
        fixed: column.key === ACTIONS ? 'end' : column.fixed,
        // What stands in the head of the column stands beside its value there.
        onCell: (row, index) => ({
          ...column.onCell?.(row, index),
          'data-title': typeof column.title === 'string' ? column.title : undefined,
        }),
      }))}
    />
  );
}
