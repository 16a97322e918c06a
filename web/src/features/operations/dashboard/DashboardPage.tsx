import type { DashboardPresent } from '@jadegate/contract/operations/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';
import * as z from 'zod';

import { LoadState } from '../../../components/LoadState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useAccount, useCan } from '../../../hooks/account.ts';
import { useBranding } from '../../../hooks/branding.ts';
import { useStoredState } from '../../../hooks/useStoredState.ts';
import { Attention } from './Attention.tsx';
import { dashboardQuery, presentQuery, thisMachineQuery } from './dashboard.queries.ts';
import { Figures } from './Figures.tsx';
import { firstSteps } from './first-steps.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { FailuresCard, OnlineCard } from './PeopleCards.tsx';

import styles from './Dashboard.module.css';

interface DashboardPageProps {
  title: string;
  /** What other features show here: features do not know each other. */
  hosts?: ReactNode;
  sessions?: ReactNode;
  /** How the last days went; it may come later than the rest. */
  renderActivity?: (present: DashboardPresent | undefined) => ReactNode;
}

/** Where an administrator begins: what to set up first, how things stand, what needs attention, and the way to the work. */
export function DashboardPage({ title, hosts, sessions, renderActivity }: DashboardPageProps) {
  const { token } = theme.useToken();
  const account = useAccount();
  const can = useCan();
  const { isDemo } = useBranding();
  const { data, error, isFetching, refetch } = useQuery(dashboardQuery());
  const present = useQuery(presentQuery());
  const [putAwayBy, setPutAwayBy] = useStoredState('first-steps-put-away', z.array(z.string()), []);
  const steps = account && data ? firstSteps(account, data.steps, can) : [];
  // A demo is set up already.
  const areShown =
    !isDemo && account && !putAwayBy.includes(account.id) && steps.some(({ isDone }) => !isDone);
  const wantsAsset = areShown === true && steps.some(({ name, isDone }) => name === 'asset' && !isDone);
  const thisMachine = useQuery({ ...thisMachineQuery(), enabled: wantsAsset });
  const summary = () => {
    if (data === undefined) {
      return <LoadState {...{ error, isFetching, refetch }} rows={4} />;
    }
    return <Attention dashboard={data} />;
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} />
      {areShown && (
        <FirstSteps
          steps={steps}
          hasThisMachine={wantsAsset && thisMachine.data?.isThere === true}
          onPutAway={() => setPutAwayBy([...putAwayBy, account.id])}
        />
      )}
      {present.data ? <Figures present={present.data} /> : present.error && <LoadState {...present} />}
      <div className={styles.columns} style={{ gap: token.margin }}>
        <Flex vertical gap={token.margin} className={styles.column}>
          {summary()}
          {hosts}
          {present.data && <FailuresCard failures={present.data.failures} />}
        </Flex>
        <Flex vertical gap={token.margin} className={styles.column}>
          {sessions}
          {present.data && <OnlineCard online={present.data.online} />}
        </Flex>
      </div>
      {renderActivity?.(present.data)}
    </Flex>
  );
}
