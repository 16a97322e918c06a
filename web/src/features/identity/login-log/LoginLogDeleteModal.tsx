import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteLoginLogs } from './login-log.queries.ts';

/** Confirms the deletion of entries whose login is over; those of live logins among the rows stay. */
export function LoginLogDeleteModal(props: Deletion<LoginLogRow>) {
  const { t } = useTranslation('login-log');
  const remove = useDeleteLoginLogs();
  const over = props.rows.filter(({ live }) => !live);
  const kept = props.rows.length - over.length;
  return (
    <DeleteDialog
      {...props}
      words="login-log"
      nameOf={({ username }) => username}
      rows={over}
      // Many have the same name.
      listAs={false}
      note={kept > 0 ? t('confirm.delete.kept', { count: kept }) : undefined}
      remove={remove.mutateAsync}
    />
  );
}
