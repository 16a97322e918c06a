import type { FilesFate, UserRow } from '@jadegate/contract/identity/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import { personName } from '../../../components/person-name.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { FilesFateField } from './FilesFateField.tsx';
import { useDeleteUsers } from './user.queries.ts';

interface UserDeleteModalProps extends OverlayProps<readonly UserRow[]> {
  onDone?: () => void;
}

/** Confirms the deletion of one person, or of several, and asks what becomes of their files. */
export function UserDeleteModal(props: UserDeleteModalProps) {
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
          leaving={(props.target ?? []).map(({ id }) => id)}
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
