import { useTranslation } from 'react-i18next';

import type { DetailTab } from '../../../components/detail/DetailPage.tsx';
import { RecentSessionsTab, type SessionsOf } from './RecentSessionsTab.tsx';

/** The tab about sessions on the consoles of a virtual machine. */
export function useConsoleSessionTab(): (vmId: string) => DetailTab {
  const { t } = useTranslation('session');
  return (vmId) => ({
    key: 'console',
    label: t('title.consoles'),
    access: ['offline-session'],
    content: <RecentSessionsTab of={{ vmId }} />,
  });
}

/** The tab about sessions on the page of a person or a machine. */
export function useSessionTab(): (of: SessionsOf) => DetailTab {
  const { t } = useTranslation('session');
  return (of) => ({
    key: 'session',
    label: t('title.recent'),
    access: ['offline-session'],
    content: <RecentSessionsTab of={of} />,
  });
}
