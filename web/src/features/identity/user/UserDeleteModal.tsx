import type { FilesFate, UserRow } from '@jadegate/contract/identity/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { personName } from '../../../components/person-name.ts';
import { FilesFateField } from './FilesFateField.tsx';
import { useDeleteUsers } from './user.queries.ts';

/** Confirms the deletion of one person, or of several, and asks what becomes of their files. */
export function UserDeleteModal(props: Deletion<UserRow>) {
  const { t } = useTranslation('user');
  const remove = useDeleteUsers();
  const [fate, setFate] = useState<FilesFate>('keep');
  const [heir, setHeir] = useState<string>();
  return (
    <DeleteDialog
      {...props}
      words="user"
      nameOf={({ nickname }) => nickname}
      listAs={({ nickname, username }) => personName(nickname, username)}
      note={
        <FilesFateField
          fate={fate}
          onFate={setFate}
          heir={heir}
          onHeir={setHeir}
          leaving={props.rows.map(({ id }) => id)}
          isAsked={props.open}
        />
      }
      remove={async (ids) => {
        if (fate === 'give' && heir === undefined) {
          throw new Error(t('filesFate.choose'));
        }
        await remove.mutateAsync({ ids, files: fate, ...(fate === 'give' && { filesTo: heir }) });
      }}
    />
  );
}
