import type { AssetRow, AssetState } from '@jadegate/contract/access/asset';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';

const TONES: Record<AssetState, StatusTone> = { up: 'success', down: 'error', unknown: 'default' };

type StateFacts = Pick<AssetRow, 'state' | 'activeMessage' | 'checked'>;

/** What the last check found: why and when are on hover, and on focus for those without a pointer. */
export function AssetStateTag({ asset: { state, activeMessage, checked } }: { asset: StateFacts }) {
  const { t } = useTranslation('asset');
  const tag = <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>;
  if (state === 'unknown') {
    return tag;
  }
  const reason = (
    <>
      <div>{state === 'down' ? activeMessage : t('help.up')}</div>
      {t('label.checked')} <TimeText value={checked} variant="exact" />
    </>
  );
  return (
    <Tooltip title={reason}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason must be reachable by keyboard */}
      <span tabIndex={0}>{tag}</span>
    </Tooltip>
  );
}
