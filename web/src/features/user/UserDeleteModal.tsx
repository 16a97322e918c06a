import type { UserRow } from '@jadegate/contract/user';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../components/DeleteDialog.tsx';
import { useDeleteUsers } from './user.queries.ts';

/** Confirms the deletion of one person, or of several. */
export function UserDeleteModal(props: Deletion<UserRow>) {
  const { t } = useTranslation('user');
  const remove = useDeleteUsers();
  return (
    <DeleteDialog
      {...props}
      words="user"
      nameOf={({ nickname }) => nickname}
      listAs={({ nickname, username }) => t('label.person', { nickname, username })}
      remove={remove.mutateAsync}
    />
  );
}
