import { BatchCommandPage } from './BatchCommandPage.tsx';

/** The same for people without a menu: on the hosts they may use, with the commands they have. */
export function MyRunPage({ title }: { title: string }) {
  return <BatchCommandPage title={title} scope="own" />;
}
