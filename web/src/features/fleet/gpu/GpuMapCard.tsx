import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Segmented, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { gpuMapQuery } from './gpu.queries.ts';
import { GpuMap } from './GpuMap.tsx';
import { GpuMapLegend } from './GpuMapLegend.tsx';
import type { CellFigure } from './map-layout.ts';

/** Every card of the fleet as a cell. Nothing while there is none. */
export function GpuMapCard() {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  const [figure, setFigure] = useState<CellFigure>('util');
  const { data } = useQuery(gpuMapQuery());
  if (!data || data.nodes.length === 0) {
    return null;
  }
  return (
    <Card
      size="small"
      title={t('map.title')}
      extra={
        <Segmented<CellFigure>
          size="small"
          value={figure}
          onChange={setFigure}
          aria-label={t('map.figure')}
          options={(['util', 'memory'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
        />
      }
    >
      <Flex vertical gap={token.marginXS}>
        <GpuMap map={data} figure={figure} />
        <GpuMapLegend />
        <Typography.Text type="secondary" style={{ fontSize: token.fontSizeSM }}>
          {t('map.help')}
        </Typography.Text>
      </Flex>
    </Card>
  );
}
