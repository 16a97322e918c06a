import { ExportOutlined } from '@ant-design/icons';
import type { WorkerAsset } from '@jadegate/contract/worker-asset';
import type { ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../components/RefusableButton.tsx';
import { exactTime } from '../../components/relative-time.ts';

/** Text protocols open in the terminal, the others in the desktop page. */
export function connectPath({ id, name, protocol }: Pick<WorkerAsset, 'id' | 'name' | 'protocol'>): string {
  const isText = protocol === 'ssh' || protocol === 'telnet' || protocol === 'kubernetes';
  const query = new URLSearchParams({
    assetId: id,
    assetName: name,
    ...(isText ? { isWorker: 'true' } : { protocol }),
  });
  return `${isText ? '/term' : '/access'}?${query.toString()}`;
}

interface ConnectButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'block'> {
  asset: WorkerAsset;
}

/** Opens the machine in a tab of its own. */
export function ConnectButton({ asset, ...look }: ConnectButtonProps) {
  const { t } = useTranslation('my-asset');
  const { name, usableNow, usableFrom } = asset;
  const label = `${t('action.connect')} ${name}`;
  if (!usableNow) {
    const refusal =
      usableFrom === null
        ? t('refusal.closed')
        : t('refusal.closedUntil', { time: exactTime(Date.parse(usableFrom)) });
    return (
      <RefusableButton {...look} refusal={refusal} aria-label={`${label} (${refusal})`}>
        {t('action.connect')}
      </RefusableButton>
    );
  }
  return (
    <RefusableButton
      {...look}
      href={connectPath(asset)}
      target="_blank"
      rel="noopener"
      icon={<ExportOutlined aria-hidden />}
      aria-label={label}
    >
      {t('action.connect')}
    </RefusableButton>
  );
}
