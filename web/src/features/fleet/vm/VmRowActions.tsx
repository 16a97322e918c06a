import {
  CaretRightOutlined,
  DeleteOutlined,
  EditOutlined,
  FileTextOutlined,
  LinkOutlined,
  PauseOutlined,
  PoweroffOutlined,
  ReloadOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import { VM_POWER_ACTIONS, type VmPowerAction, type VmRow } from '@jadegate/contract/fleet/vm';
import { DANGEROUS_VM_ACTIONS, isVmActionAllowed } from '@jadegate/contract/fleet/vm-state';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import { consoleActions, useVmConsoles } from '../../../components/session/useVmConsoles.tsx';
import { useCan } from '../../../hooks/account.ts';
import type { OpenOverlay, RowActionsProps } from '../../../hooks/useOverlays.ts';
import { isPlain, usePlainAct } from './usePlainAct.ts';
import type { VmTargets } from './VmOverlays.tsx';

const ICONS: Record<VmPowerAction, ReactNode> = {
  start: <CaretRightOutlined aria-hidden />,
  resume: <CaretRightOutlined aria-hidden />,
  shutdown: <PoweroffOutlined aria-hidden />,
  reboot: <ReloadOutlined aria-hidden />,
  pause: <PauseOutlined aria-hidden />,
  reset: <ThunderboltOutlined aria-hidden />,
  poweroff: <ThunderboltOutlined aria-hidden />,
};

/** What the state of a machine allows, gentle before harsh. */
export function usePowerActions(open: OpenOverlay<VmTargets>): (vm: VmRow) => RowAction[] {
  const { t } = useTranslation('vm');
  const plain = usePlainAct();
  return (vm) =>
    VM_POWER_ACTIONS.toSorted((one, other) => harshness(one) - harshness(other))
      .filter((action) => isVmActionAllowed(action, vm.state, vm.provider))
      .map((action) => ({
        key: action,
        label: t(`act.${action}`),
        icon: ICONS[action],
        danger: DANGEROUS_VM_ACTIONS.has(action),
        access: ['vm-power'],
        refusal: vm.isProtected && !isPlain(action) ? t('hint.protected') : undefined,
        onClick: () => (isPlain(action) ? plain(vm, action) : open('act', { vm, action })),
      }));
}

const harshness = (action: VmPowerAction) => (DANGEROUS_VM_ACTIONS.has(action) ? 1 : 0);

/** What can be done with one machine. */
export function VmRowActions({ row, open }: RowActionsProps<VmRow, VmTargets>) {
  const { t } = useTranslation('vm');
  const navigate = useNavigate();
  const powerActions = usePowerActions(open);
  const can = useCan();
  const consoles = consoleActions(useVmConsoles()(row));
  const power = powerActions(row);
  // What most come for stands in the row: the console, or starting it where there is none to open.
  const first =
    (can('vm-console') ? consoles.find(({ refusal }) => refusal === undefined) : undefined) ??
    power.find(({ key }) => isPlain(key));
  const others = [...consoles, ...power].filter(({ key }) => key !== first?.key);
  const actions: RowAction[] = [
    ...(first ? [first] : []),
    {
      key: 'detail',
      label: t('action.detail'),
      icon: <FileTextOutlined aria-hidden />,
      access: ['vm'],
      onClick: () => void navigate(`/vm/${row.id}`),
    },
    ...others,
    {
      key: 'edit',
      label: t('action.edit'),
      icon: <EditOutlined aria-hidden />,
      access: ['vm-edit'],
      onClick: () => open('form', row.id),
    },
    {
      key: 'asset',
      label: t('action.makeAsset'),
      icon: <LinkOutlined aria-hidden />,
      access: ['vm-edit'],
      hidden: row.assetId !== null,
      onClick: () => open('asset', row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['vm-del'],
      hidden: row.state !== 'missing',
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.name} inline={2} actions={actions} />;
}
