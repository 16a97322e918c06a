import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { ZOOMS, type Zoom } from '../../../components/session/zooms.ts';

/** A wide recording on a small screen: larger, part by part, or all of it. */
export function ZoomButtons({ onZoom }: { onZoom: (zoom: Zoom) => void }) {
  const { t } = useTranslation('session');
  const [at, setAt] = useState(0);
  const step = (by: 1 | -1) => {
    const zoom = ZOOMS[at + by];
    if (zoom !== undefined) {
      setAt(at + by);
      onZoom(zoom);
    }
  };
  return (
    <>
      <RefusableButton
        type="text"
        icon={<ZoomOutOutlined aria-hidden />}
        aria-label={t('player.zoomOut')}
        title={t('player.zoomOut')}
        refusal={at === 0 ? t('player.whole') : undefined}
        onClick={() => step(-1)}
      />
      <RefusableButton
        type="text"
        icon={<ZoomInOutlined aria-hidden />}
        aria-label={t('player.zoomIn')}
        title={t('player.zoomIn')}
        refusal={at === ZOOMS.length - 1 ? t('player.largest') : undefined}
        onClick={() => step(1)}
      />
    </>
  );
}
