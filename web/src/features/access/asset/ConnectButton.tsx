import { ExportOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { useConnectRefusal } from '../../../components/useConnectRefusal.ts';
import type { Tested } from './useAssetTest.ts';

interface ConnectButtonProps {
  asset: Tested;
  onOpened?: () => void;
}

/** Opens the asset in a window of its own, or says why that cannot be. */
export function ConnectButton({ asset, onOpened }: ConnectButtonProps) {
  const { t } = useTranslation('asset');
  const refusal = useConnectRefusal()(asset.protocol);
  const link = { href: connectPath(asset), target: '_blank', rel: 'noopener' };
  return (
    <RefusableButton
      {...(refusal === undefined && link)}
      type="primary"
      refusal={refusal}
      onClick={onOpened}
      icon={<ExportOutlined aria-hidden />}
      aria-label={refusal === undefined ? undefined : `${t('action.connect')} (${refusal})`}
    >
      {t('action.connect')}
    </RefusableButton>
  );
}
