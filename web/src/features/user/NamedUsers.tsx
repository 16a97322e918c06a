import type { UserRow } from '@jadegate/contract/user';
import { useTranslation } from 'react-i18next';

import { NamedList } from '../../components/NamedList.tsx';

/** The names of several people whom an action concerns. */
export function NamedUsers({ rows }: { rows: readonly UserRow[] }) {
  const { t } = useTranslation('user');
  return (
    <NamedList names={rows.map(({ nickname, username }) => t('label.person', { nickname, username }))} />
  );
}
