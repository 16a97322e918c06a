import type { Command } from '@jadegate/contract/access/command';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteCommands, type CommandScope } from './command.queries.ts';

/** Confirms the deletion of one command, or of several. */
export function CommandDeleteModal({ scope, ...props }: Deletion<Command> & { scope: CommandScope }) {
  const { t } = useTranslation('command');
  const remove = useDeleteCommands(scope);
  return (
    <DeleteDialog
      {...props}
      words="command"
      nameOf={({ name }) => name}
      note={props.rows.some(({ shared }) => shared) ? t('confirm.delete.shared') : undefined}
      remove={remove.mutateAsync}
    />
  );
}
