import { PlayCircleOutlined } from '@ant-design/icons';
import type { Gpu, GpuProcessRow } from '@jadegate/contract/fleet/gpu';
import { Flex, Tag, Tooltip, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { personName } from '../../../components/person-name.ts';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { figure } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { useCan } from '../../../hooks/account.ts';

interface GpuProcessTableProps {
  gpu: Gpu;
  rows: readonly GpuProcessRow[];
  onEnd: (process: GpuProcessRow) => void;
}

/** Processes with the account, the person and the recorded session behind each. */
export function GpuProcessTable({ gpu, rows, onEnd }: GpuProcessTableProps) {
  const { t } = useTranslation('gpu');
  const can = useCan();
  const isCut = gpu.slices !== null;
  return (
    <SmallTable<GpuProcessRow & { key: string }>
      rowKey="key"
      dataSource={rows.map((row, at) => ({ ...row, key: `${row.pid} ${at}` }))}
      columns={[
        { key: 'pid', title: 'PID', render: (_value, { pid }) => <Mono text={String(pid)} /> },
        {
          key: 'name',
          title: t('field.program'),
          render: (_value, { name }) => (
            <Typography.Text ellipsis={{ tooltip: name }} style={{ maxWidth: 260 }}>
              {name ?? '—'}
            </Typography.Text>
          ),
        },
        { key: 'person', title: t('field.person'), render: (_value, row) => <Person row={row} /> },
        {
          key: 'account',
          title: t('field.account'),
          render: (_value, { user, uid }) =>
            user === null && uid === null ? (
              <Tooltip title={t('hint.hidden')}>—</Tooltip>
            ) : (
              <Mono text={user ?? String(uid)} />
            ),
        },
        {
          key: 'session',
          title: t('field.session'),
          render: (_value, row) => <SessionLink row={row} />,
        },
        {
          key: 'memory',
          title: t('field.memory'),
          align: 'end',
          render: (_value, { memBytes }) => figure(memBytes, formatSize),
        },
        {
          key: 'started',
          title: t('field.started'),
          render: (_value, { startedAt }) => (startedAt === null ? '—' : <TimeText value={startedAt} />),
        },
        ...(isCut
          ? [
              {
                key: 'slice',
                title: t('field.slice'),
                render: (_value: unknown, { gpuInstance, computeInstance }: GpuProcessRow) =>
                  gpuInstance === null ? '—' : `GI ${gpuInstance} / CI ${computeInstance ?? '—'}`,
              },
            ]
          : []),
        {
          key: 'container',
          title: t('field.container'),
          render: (_value, { container }) =>
            container === null ? '—' : <Mono text={container.slice(0, 12)} />,
        },
        ...(can('gpu-resource-signal')
          ? [
              {
                key: 'actions',
                title: t('field.actions'),
                align: 'end' as const,
                render: (_value: unknown, row: GpuProcessRow) => (
                  <RefusableButton
                    size="small"
                    danger
                    refusal={row.startTicks === null ? t('hint.hidden') : undefined}
                    onClick={() => onEnd(row)}
                  >
                    {t('action.end')}
                  </RefusableButton>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Person({ row: { person, attribution } }: { row: GpuProcessRow }) {
  const { t } = useTranslation('gpu');
  if (person === null) {
    return <Tooltip title={t('attribution.none')}>—</Tooltip>;
  }
  const name = personName(person.nickname, person.username);
  return (
    <Flex gap={4} align="center" wrap>
      <Can any={['user-detail']} otherwise={name}>
        <Link to={`/user/${person.id}`}>{name}</Link>
      </Can>
      {attribution === 'account' && (
        <Tooltip title={t('attribution.account')}>
          <Tag style={{ marginInlineEnd: 0 }}>{t('hint.byAccount')}</Tag>
        </Tooltip>
      )}
    </Flex>
  );
}

/** To the live session or its recording; who may not look at either sees that there is one. */
function SessionLink({ row: { sessionId, isSessionLive } }: { row: GpuProcessRow }) {
  const { t } = useTranslation('gpu');
  if (sessionId === null) {
    return '—';
  }
  const word = t(isSessionLive ? 'hint.live' : 'hint.recorded');
  const query = new URLSearchParams({ sessionId }).toString();
  return isSessionLive ? (
    <Can any={['online-session-monitor']} otherwise={word}>
      <a href={`/term-monitor?${query}`} target="_blank" rel="noopener">
        <PlayCircleOutlined aria-hidden /> {word}
      </a>
    </Can>
  ) : (
    <Can any={['offline-session-playback']} otherwise={word}>
      <a href={`/term-playback?${query}`} target="_blank" rel="noopener">
        <PlayCircleOutlined aria-hidden /> {word}
      </a>
    </Can>
  );
}
