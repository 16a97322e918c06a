import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteRoles } from './role.queries.ts';
import { RoleFormDrawer } from './RoleFormDrawer.tsx';

export interface RoleTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: RoleRow[];
}

/** What can lie over the role list. */
export function RoleOverlays({ overlays: { of }, onDone }: OverlaysProps<RoleTargets>) {
  const { t } = useTranslation('role');
  const remove = useDeleteRoles();
  const removal = of('removal');
  const users = (removal.target ?? []).reduce((sum, { userCount }) => sum + userCount, 0);
  return (
    <>
      <RoleFormDrawer {...of('form')} />
      <DeleteDialog
        {...removal}
        words="role"
        nameOf={({ name }) => name}
        note={users > 0 ? t('confirm.delete.inUse', { count: users }) : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
