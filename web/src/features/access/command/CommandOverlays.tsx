import { useTranslation } from 'react-i18next';

import { CommandParametersDialog } from '../../../components/command/CommandParametersDialog.tsx';
import type { CommandScope } from './command.queries.ts';
import { CommandDeleteModal } from './CommandDeleteModal.tsx';
import { CommandFormDrawer } from './CommandFormDrawer.tsx';
import { CommandOwnerDrawer } from './CommandOwnerDrawer.tsx';
import type { CommandOverlays as Overlays } from './useCommandOverlays.ts';
import { useCopyCommand } from './useCopyCommand.ts';

interface CommandOverlaysProps {
  scope: CommandScope;
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawers and dialogs of a list of commands. Apart from it, so that the list does not wait for their code. */
export function CommandOverlays({ scope, overlays, onDeleted }: CommandOverlaysProps) {
  const { t } = useTranslation('command');
  const { form, owner, removal, parameters } = overlays;
  const copy = useCopyCommand();
  return (
    <>
      <CommandFormDrawer scope={scope} open={form.isOpen} id={form.target} onClose={form.close} />
      <CommandOwnerDrawer open={owner.isOpen} command={owner.target} onClose={owner.close} />
      <CommandDeleteModal
        scope={scope}
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
      <CommandParametersDialog
        open={parameters.isOpen}
        command={parameters.target}
        useLabel={t('action.copy')}
        onUse={(text) => copy(parameters.target?.name ?? '', text)}
        onClose={parameters.close}
      />
    </>
  );
}
