import type { UserRow } from '@jadegate/contract/user';
import { useTranslation } from 'react-i18next';

import { NamedList } from '../../components/NamedList.tsx';

/** Whom an act is about, when they are several. */
export function NamedUsers({ rows }: { rows: readonly UserRow[] }) {
  const { t } = useTranslation('user');
  return (
    <NamedList names={rows.map(({ nickname, username }) => t('label.person', { nickname, username }))} />
  );
}
