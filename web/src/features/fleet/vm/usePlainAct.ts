import type { VmPowerAction, VmRow } from '@jadegate/contract/fleet/vm';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { usePowerVm } from './vm.queries.ts';

/** Done at a click: nothing is lost by them. */
export type PlainAction = Extract<VmPowerAction, 'start' | 'resume'>;

export function isPlain(action: string): action is PlainAction {
  return action === 'start' || action === 'resume';
}

/** Has a machine do something that nobody needs to be asked about twice. */
export function usePlainAct(): (vm: VmRow, action: PlainAction) => void {
  const { t } = useTranslation('vm');
  const { message } = App.useApp();
  const power = usePowerVm();
  return ({ id, name, state }, action) =>
    power.mutate(
      { id, body: { action, expectedState: state } },
      {
        onSuccess: () => void message.info(t('message.begun', { name, action: t(`act.${action}`) })),
        onError: (error) => void message.error(readFailure(error).message),
      },
    );
}
