import { useTranslation } from 'react-i18next';

import type { DetailTab } from '../../components/detail/DetailPage.tsx';
import { PersonSessionsTab } from './PersonSessionsTab.tsx';

/** The tab about sessions on the page of a person. */
export function useSessionTab(): (userId: string) => DetailTab {
  const { t } = useTranslation('session');
  return (userId) => ({
    key: 'session',
    label: t('title.recent'),
    access: ['offline-session'],
    content: <PersonSessionsTab userId={userId} />,
  });
}
