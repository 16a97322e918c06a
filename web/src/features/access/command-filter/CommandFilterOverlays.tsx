import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteCommandFilters } from './command-filter.queries.ts';
import { CommandFilterFormDrawer } from './CommandFilterFormDrawer.tsx';

export interface CommandFilterTargets {
  /** The filter to rename; undefined makes a new one. */
  form: CommandFilter | undefined;
  removal: CommandFilter[];
}

/** What can lie over the list of command filters. */
export function CommandFilterOverlays({ overlays: { of }, onDone }: OverlaysProps<CommandFilterTargets>) {
  const { t } = useTranslation('command-filter');
  const remove = useDeleteCommandFilters();
  const removal = of('removal');
  const isUsed = removal.target?.some(({ strategyCount, grantCount }) => strategyCount + grantCount > 0);
  return (
    <>
      <CommandFilterFormDrawer {...of('form')} />
      <DeleteDialog
        {...removal}
        words="command-filter"
        nameOf={({ name }) => name}
        note={isUsed === true ? t('confirm.delete.inUse') : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
