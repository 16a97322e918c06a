import type { GpuRow } from '@jadegate/contract/fleet/gpu';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { gpuColumns } from './gpu.columns.tsx';
import { gpusOfNodeQuery } from './gpu.queries.ts';

const SHOWN = new Set([
  'model',
  'usage',
  'health',
  'util',
  'memory',
  'users',
  'temperature',
  'power',
  'idle',
]);

/** The cards of one host, in the columns of the list of all. */
export function NodeGpusTab({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation('gpu');
  const { data, error, isFetching, refetch } = useQuery(gpusOfNodeQuery(nodeId));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} rows={4} />;
  }
  if (data.items.length === 0) {
    return <EmptyState title={t('empty.title')} description={t('empty.onNode')} />;
  }
  return (
    <SmallTable<GpuRow>
      dataSource={data.items}
      columns={gpuColumns(t, () => null)
        .filter(({ key }) => SHOWN.has(key))
        .map(({ key, title, numeric, render }) => ({
          key,
          title,
          ...(numeric && { align: 'end' as const }),
          render: (_value: unknown, row: GpuRow) => render(row),
        }))}
    />
  );
}
