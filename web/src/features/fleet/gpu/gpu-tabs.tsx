import { useTranslation } from 'react-i18next';

import type { DetailTab } from '../../../components/detail/DetailPage.tsx';
import { NodeGpusTab } from './NodeGpusTab.tsx';

/** The tab of a physical host with its cards. */
export function useGpuTab(): (nodeId: string) => DetailTab {
  const { t } = useTranslation('gpu');
  return (nodeId) => ({
    key: 'gpus',
    label: t('tab.ofNode'),
    access: ['gpu-resource'],
    content: <NodeGpusTab nodeId={nodeId} />,
  });
}
