import type { Strategy } from '@jadegate/contract/access/strategy';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteStrategies } from './strategy.queries.ts';
import { StrategyFormDrawer } from './StrategyFormDrawer.tsx';

export interface StrategyTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: Strategy[];
}

/** What can lie over the list of strategies. */
export function StrategyOverlays({ overlays: { of }, onDone }: OverlaysProps<StrategyTargets>) {
  const { t } = useTranslation('strategy');
  const remove = useDeleteStrategies();
  const removal = of('removal');
  const inUse = (removal.target ?? []).reduce((sum, { grantCount }) => sum + grantCount, 0);
  return (
    <>
      <StrategyFormDrawer {...of('form')} />
      <DeleteDialog
        {...removal}
        words="strategy"
        nameOf={({ name }) => name}
        note={inUse > 0 ? t('confirm.delete.inUse', { count: inUse }) : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
