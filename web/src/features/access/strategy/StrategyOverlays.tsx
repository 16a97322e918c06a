import type { Strategy } from '@jadegate/contract/access/strategy';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteStrategies } from './strategy.queries.ts';
import { StrategyFormDrawer } from './StrategyFormDrawer.tsx';
import type { StrategyOverlays as Overlays } from './useStrategyOverlays.ts';

interface StrategyOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and the dialog of the list of strategies. Apart from it, so that the list does not wait for their code. */
export function StrategyOverlays({ overlays: { form, removal }, onDeleted }: StrategyOverlaysProps) {
  return (
    <>
      <StrategyFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <StrategyDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}

/** Confirms the deletion of one strategy, or of several. */
function StrategyDeleteModal(props: Deletion<Strategy>) {
  const { t } = useTranslation('strategy');
  const remove = useDeleteStrategies();
  const inUse = props.rows.reduce((sum, { grantCount }) => sum + grantCount, 0);
  return (
    <DeleteDialog
      {...props}
      words="strategy"
      nameOf={({ name }) => name}
      note={inUse > 0 ? t('confirm.delete.inUse', { count: inUse }) : undefined}
      remove={remove.mutateAsync}
    />
  );
}
