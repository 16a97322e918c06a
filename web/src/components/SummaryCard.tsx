import { Card, Flex, Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ErrorState } from './ErrorState.tsx';

import styles from './SummaryCard.module.css';

interface SummaryCardProps<Row extends { id: string }> {
  title: string;
  /** Where all of them are, and what the link there is called. */
  path: string;
  all: string;
  /** Said where there is none. */
  empty: string;
  result: {
    data: { items: Row[] } | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  renderRow: (row: Row) => ReactNode;
}

/** The first few of a list on another page, each on one line, with the way to all of them. */
export function SummaryCard<Row extends { id: string }>({
  title,
  path,
  all,
  empty,
  result: { data, error, isFetching, refetch },
  renderRow,
}: SummaryCardProps<Row>) {
  const { token } = theme.useToken();
  const content = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton active title={false} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      );
    }
    if (data.items.length === 0) {
      return <span style={{ color: token.colorTextSecondary }}>{empty}</span>;
    }
    return <SummaryRows rows={data.items} renderRow={renderRow} />;
  };
  return (
    <Card
      size="small"
      title={<h2 className={styles.heading}>{title}</h2>}
      extra={
        <Link to={path}>
          {all}
          <span className="visually-hidden"> {title}</span>
        </Link>
      }
    >
      {content()}
    </Card>
  );
}

interface SummaryRowsProps<Row extends { id: string }> {
  rows: readonly Row[];
  renderRow: (row: Row) => ReactNode;
  label?: string;
}

export function SummaryRows<Row extends { id: string }>({ rows, renderRow, label }: SummaryRowsProps<Row>) {
  const { token } = theme.useToken();
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <Flex wrap align="center" gap={token.marginXS}>
            {renderRow(row)}
          </Flex>
        </li>
      ))}
    </ul>
  );
}

/** What a row is called; it gives way where there is little room. */
export function SummaryName({ children }: { children: string }) {
  return (
    <span className={styles.name} title={children}>
      {children}
    </span>
  );
}
