import type { DashboardPresent } from '@jadegate/contract/operations/dashboard';
import { Skeleton } from 'antd';
import { Suspense } from 'react';

import { MyHostsCard } from '../features/access/my-asset/MyHostsCard.tsx';
import { WaitingSessions } from '../features/access/my-asset/WaitingSessions.tsx';
import { NodesCard } from '../features/fleet/node/NodesCard.tsx';
import { DashboardPage } from '../features/operations/dashboard/DashboardPage.tsx';
import { SessionCards } from '../features/session/session/SessionCards.tsx';
import { useIsCalm } from '../hooks/useIsCalm.ts';
import { lazyComponent } from './lazy-component.ts';
import type { PageProps } from './page-props.ts';

interface ActivityProps {
  present: DashboardPresent | undefined;
}

const { Component: Activity } = lazyComponent<ActivityProps>(
  async () => (await import('../features/operations/dashboard/Activity.tsx')).Activity,
);

const { Component: GpuCard } = lazyComponent<object>(
  async () => (await import('../features/fleet/gpu/GpuDashboardCard.tsx')).GpuDashboardCard,
);

/** The dashboard with the cards of other features: features do not know each other. */
export function DashboardWithParts({ title }: PageProps) {
  return (
    <DashboardPage
      title={title}
      hosts={
        <>
          <WaitingSessions />
          <NodesCard />
          <MyHostsCard />
        </>
      }
      sessions={
        <>
          <SessionCards />
          <LateGpus />
        </>
      }
      renderActivity={(present) => <LateActivity present={present} />}
    />
  );
}

/** The charts bring a large library with them, and stand below everything else: they come when all that is there. */
function LateActivity({ present }: ActivityProps) {
  const waiting = <Skeleton active paragraph={{ rows: 6 }} />;
  return useIsCalm() ? (
    <Suspense fallback={waiting}>
      <Activity present={present} />
    </Suspense>
  ) : (
    waiting
  );
}

/** Few installations have any: nobody waits for it. */
function LateGpus() {
  return useIsCalm() ? (
    <Suspense fallback={null}>
      <GpuCard />
    </Suspense>
  ) : null;
}
