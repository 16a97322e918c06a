import type { VmPowerAction, VmRow } from '@jadegate/contract/fleet/vm';
import { DANGEROUS_VM_ACTIONS } from '@jadegate/contract/fleet/vm-state';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import type { PlainAction } from './usePlainAct.ts';
import { usePowerVm } from './vm.queries.ts';

export interface VmAct {
  vm: VmRow;
  action: Exclude<VmPowerAction, PlainAction>;
}

/** Says what an action takes away before it is done. What cannot be undone needs the name and a reason. */
export function VmActModal({ open, target: act, onClose }: OverlayProps<VmAct>) {
  const { t } = useTranslation('vm');
  const { message } = App.useApp();
  const power = usePowerVm();
  if (!act) {
    return null;
  }
  const { vm, action } = act;
  const isDangerous = DANGEROUS_VM_ACTIONS.has(action);
  const label = t(`act.${action}`);
  const send = async (reason: string) => {
    const wish = { expectedState: vm.state, confirm: isDangerous ? vm.name : '', reason };
    await power.mutateAsync({ id: vm.id, body: { action, ...wish } });
    message.info(t('message.begun', { name: vm.name, action: label }));
  };
  return (
    <ConfirmModal
      key={`${vm.id} ${action}`}
      open={open}
      title={t('confirm.act.title', { name: vm.name, action: label })}
      consequence={t(`consequence.${action}`)}
      reason={isDangerous ? 'needed' : 'asked'}
      confirmLabel={label}
      danger={isDangerous || action === 'shutdown'}
      {...(isDangerous && { typeName: vm.name })}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
