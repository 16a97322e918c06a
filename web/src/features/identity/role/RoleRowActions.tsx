import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';
import { roleName } from '@jadegate/contract/words/roles';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import type { RoleTargets } from './RoleOverlays.tsx';

/** What can be done with one role. Built-in roles show the same, and why it is not for them. */
export function RoleRowActions({ row, open }: RowActionsProps<RoleRow, RoleTargets>) {
  const { t } = useTranslation('role');
  const language = useLanguage();
  return (
    <EditDeleteActions
      words="role"
      name={roleName(row, language)}
      edit={{
        access: 'role-edit',
        refusal: row.modifiable ? undefined : t('help.builtInEdit'),
        onClick: () => open('form', row.id),
      }}
      remove={{
        access: 'role-del',
        refusal: row.deletable ? undefined : t('help.builtInDelete'),
        onClick: () => open('removal', [row]),
      }}
    />
  );
}
