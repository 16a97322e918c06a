import { useQuery } from '@tanstack/react-query';
import { Flex, Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';
import * as z from 'zod';

import { ErrorState } from '../../components/ErrorState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useAccount, useCan } from '../../hooks/account.ts';
import { useStoredState } from '../../hooks/useStoredState.ts';
import { Attention } from './Attention.tsx';
import { dashboardQuery } from './dashboard.queries.ts';
import { firstSteps } from './first-steps.ts';
import { FirstSteps } from './FirstSteps.tsx';

import styles from './Dashboard.module.css';

interface DashboardPageProps {
  title: string;
  /** What other features show here: features do not know each other. */
  hosts?: ReactNode;
  sessions?: ReactNode;
}

/** Where an administrator begins: what to set up first, what needs attention, and the way to the work. */
export function DashboardPage({ title, hosts, sessions }: DashboardPageProps) {
  const { token } = theme.useToken();
  const account = useAccount();
  const can = useCan();
  const { data, error, isFetching, refetch } = useQuery(dashboardQuery());
  const [putAwayBy, setPutAwayBy] = useStoredState('first-steps-put-away', z.array(z.string()), []);
  const steps = account && data ? firstSteps(account, data.steps, can) : [];
  const areShown = account && !putAwayBy.includes(account.id) && steps.some(({ isDone }) => !isDone);
  const summary = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      );
    }
    return <Attention dashboard={data} />;
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} />
      {areShown && <FirstSteps steps={steps} onPutAway={() => setPutAwayBy([...putAwayBy, account.id])} />}
      <div className={styles.columns} style={{ gap: token.margin }}>
        <Flex vertical gap={token.margin} className={styles.column}>
          {summary()}
          {hosts}
        </Flex>
        <Flex vertical gap={token.margin} className={styles.column}>
          {sessions}
        </Flex>
      </div>
    </Flex>
  );
}
