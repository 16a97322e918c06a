import { DesktopOutlined } from '@ant-design/icons';
import { VmQuery, type VmRow } from '@jadegate/contract/fleet/vm';
import { useQuery } from '@tanstack/react-query';
import { Flex, Skeleton, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { DetailTab } from '../../../components/detail/DetailPage.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { DetailLink } from '../../../components/list/common-columns.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { memoryOf, percentOr, UNKNOWN } from './vm-words.ts';
import { vmSourcesQuery, vmsQuery } from './vm.queries.ts';
import { VmStateTag } from './VmStateTag.tsx';

const MOST = 50;

/** The virtual machines of one host, as a tab of its page. */
export function useVmTab(): (nodeId: string) => DetailTab {
  const { t } = useTranslation('vm');
  return (nodeId) => ({
    key: 'vms',
    label: t('title.list'),
    access: ['vm'],
    content: <VmsOfNode nodeId={nodeId} />,
  });
}

function VmsOfNode({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation('vm');
  const { token } = theme.useToken();
  const { data } = useQuery(vmsQuery(VmQuery.parse({ nodeId, pageSize: MOST })));
  const { data: sources } = useQuery(vmSourcesQuery());
  if (data === undefined) {
    return <Skeleton active />;
  }
  if (data.total === 0) {
    const message = sources?.find((source) => source.nodeId === nodeId)?.message ?? '';
    return (
      <EmptyState
        icon={<DesktopOutlined aria-hidden />}
        title={t('empty.onNode')}
        description={message || t('empty.help')}
      />
    );
  }
  return (
    <Flex vertical gap={token.margin}>
      <SmallTable<VmRow>
        dataSource={data.items}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            render: (_value, { id, name }) => <DetailLink right="vm" to={`/vm/${id}`} name={name} />,
          },
          { key: 'state', title: t('field.state'), render: (_value, vm) => <VmStateTag vm={vm} /> },
          {
            key: 'ip',
            title: t('field.ip'),
            render: (_value, { ip }) => (ip === '' ? UNKNOWN : <Mono text={ip} />),
          },
          {
            key: 'vcpus',
            title: t('field.vcpus'),
            render: (_value, { vcpus }) => vcpus ?? UNKNOWN,
          },
          { key: 'cpu', title: t('field.cpu'), render: (_value, { cpuPct }) => percentOr(cpuPct) },
          { key: 'memory', title: t('field.memory'), render: (_value, vm) => memoryOf(vm) },
        ]}
      />
      <Link to={`/vm?nodeId=${nodeId}`}>{t('action.openList', { count: data.total })}</Link>
    </Flex>
  );
}
