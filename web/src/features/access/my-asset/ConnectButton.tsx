import { ExportOutlined } from '@ant-design/icons';
import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
import type { ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { exactTime } from '../../../components/relative-time.ts';
import { connectPath } from '../../../components/session-path.ts';
import { useConnectRefusal } from '../../../components/useConnectRefusal.ts';

interface ConnectButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'block'> {
  asset: WorkerAsset;
}

/** Opens the machine in a tab of its own. */
export function ConnectButton({ asset, ...look }: ConnectButtonProps) {
  const { t } = useTranslation('my-asset');
  const refuseProtocol = useConnectRefusal();
  const { name, protocol, usableNow, usableFrom, commandsOnly, shellOff } = asset;
  const label = `${t('action.connect')} ${name}`;
  const closed =
    usableFrom === null
      ? t('refusal.closed')
      : t('refusal.closedUntil', { time: exactTime(Date.parse(usableFrom)) });
  const noShell = shellOff ? t('refusal.shellOff') : undefined;
  const shut = commandsOnly ? t('refusal.commandsOnly') : noShell;
  const refusal = refuseProtocol(protocol) ?? (usableNow ? shut : closed);
  if (refusal !== undefined) {
    return (
      <RefusableButton {...look} refusal={refusal} aria-label={`${label} (${refusal})`}>
        {t('action.connect')}
      </RefusableButton>
    );
  }
  return (
    <RefusableButton
      {...look}
      href={connectPath(asset, { isWorker: true })}
      target="_blank"
      rel="noopener"
      icon={<ExportOutlined aria-hidden />}
      aria-label={label}
    >
      {t('action.connect')}
    </RefusableButton>
  );
}
