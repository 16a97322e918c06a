import { DashboardPage } from '../features/dashboard/DashboardPage.tsx';
import { MyHostsCard } from '../features/my-asset/MyHostsCard.tsx';
import { WaitingSessions } from '../features/my-asset/WaitingSessions.tsx';
import { SessionCards } from '../features/session/SessionCards.tsx';
import type { PageProps } from './navigation.ts';

/** The dashboard with the cards of other features: features do not know each other. */
export function DashboardWithParts({ title }: PageProps) {
  return (
    <DashboardPage
      title={title}
      hosts={
        <>
          <WaitingSessions />
          <MyHostsCard />
        </>
      }
      sessions={<SessionCards />}
    />
  );
}
