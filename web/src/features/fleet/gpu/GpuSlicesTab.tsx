import type { Gpu } from '@jadegate/contract/fleet/gpu';
import { memoryOfSlices, type GpuSlice } from '@jadegate/contract/fleet/gpu-state';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { Mono } from '../../../components/Mono.tsx';
import { personName } from '../../../components/person-name.ts';
import { ShareText } from '../../../components/ShareText.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { figure, shareOf } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { isOld } from './gpu-words.ts';

/** The parts it is cut into, and who is on each. */
export function GpuSlicesTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  const slices = gpu.state?.slices ?? [];
  const sum = memoryOfSlices(slices);
  const usersOf = ({ gpuInstance, computeInstance }: GpuSlice) => {
    const names = gpu.processList
      .filter((one) => one.gpuInstance === gpuInstance && one.computeInstance === computeInstance)
      .map(({ person, user }) => (person ? personName(person.nickname, person.username) : user))
      .filter((name) => name !== null);
    return [...new Set(names)].join('、') || '—';
  };
  return (
    <Flex vertical gap={token.marginSM}>
      <SmallTable<GpuSlice>
        rowKey="index"
        dataSource={slices}
        columns={[
          { key: 'index', title: '#', render: (_value, { index }) => index },
          { key: 'profile', title: t('field.profile'), render: (_value, { profile }) => profile ?? '—' },
          {
            key: 'instance',
            title: t('field.slice'),
            render: (_value, slice) => `GI ${slice.gpuInstance ?? '—'} / CI ${slice.computeInstance ?? '—'}`,
          },
          {
            key: 'memory',
            title: t('field.memory'),
            render: (_value, { memUsed, memTotal }) => (
              <ShareText
                percent={shareOf(memUsed, memTotal)}
                detail={figure(memTotal, formatSize)}
                isOld={isOld(gpu)}
              />
            ),
          },
          {
            key: 'sm',
            title: t('field.multiprocessors'),
            align: 'end',
            render: (_value, { multiprocessors }) => multiprocessors ?? '—',
          },
          { key: 'users', title: t('field.users'), render: (_value, slice) => usersOf(slice) },
          {
            key: 'uuid',
            title: t('field.uuid'),
            render: (_value, { uuid }) => (uuid === null ? '—' : <Mono text={uuid} />),
          },
        ]}
      />
      <Typography.Text type="secondary">
        {t('hint.slices', { used: figure(sum.memUsed, formatSize), total: figure(sum.memTotal, formatSize) })}
      </Typography.Text>
    </Flex>
  );
}
