import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ManualChapterId } from './manual-chapters.ts';

/** The way to what the manual says about a page. */
export function ManualLink({ chapter }: { chapter: ManualChapterId }) {
  const { t } = useTranslation('app');
  return <Link to={`/manual/${chapter}`}>{t('page.manual')}</Link>;
}
