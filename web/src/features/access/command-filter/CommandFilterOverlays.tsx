import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteCommandFilters } from './command-filter.queries.ts';
import { CommandFilterFormDrawer } from './CommandFilterFormDrawer.tsx';
import type { CommandFilterOverlays as Overlays } from './useCommandFilterOverlays.ts';

interface CommandFilterOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and the dialog of the list of filters. Apart from it, so that the list does not wait for their code. */
export function CommandFilterOverlays({ overlays, onDeleted }: CommandFilterOverlaysProps) {
  const { form, removal } = overlays;
  return (
    <>
      <CommandFilterFormDrawer open={form.isOpen} filter={form.target} onClose={form.close} />
      <CommandFilterDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}

/** Confirms the deletion of one filter, or of several. */
function CommandFilterDeleteModal(props: Deletion<CommandFilter>) {
  const { t } = useTranslation('command-filter');
  const remove = useDeleteCommandFilters();
  const isUsed = props.rows.some(({ strategyCount, grantCount }) => strategyCount + grantCount > 0);
  return (
    <DeleteDialog
      {...props}
      words="command-filter"
      nameOf={({ name }) => name}
      note={isUsed ? t('confirm.delete.inUse') : undefined}
      remove={remove.mutateAsync}
    />
  );
}
