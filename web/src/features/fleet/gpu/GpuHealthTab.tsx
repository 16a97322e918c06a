import type { Gpu, GpuEvent } from '@jadegate/contract/fleet/gpu';
import { Alert, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { GpuComplaints } from './GpuComplaints.tsx';

const TONES = { critical: 'error', warn: 'warning', info: 'default' } as const;

/** What is wrong with it, and the faults that its driver wrote down. */
export function GpuHealthTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.margin}>
      {gpu.health === 'ok' && <Alert type="success" showIcon title={t('hint.well')} />}
      <GpuComplaints gpu={gpu} />
      <Typography.Title level={5} style={{ marginBlock: 0 }}>
        {t('title.events')}
      </Typography.Title>
      {gpu.knowsEvents ? null : (
        <Alert
          type="info"
          showIcon
          title={t('hint.noEvents')}
          description={<Typography.Text code>{'sysctl -w kernel.dmesg_restrict=0'}</Typography.Text>}
        />
      )}
      {gpu.events.length === 0 ? (
        <Typography.Text type="secondary">{t('empty.events')}</Typography.Text>
      ) : (
        <SmallTable<GpuEvent & { key: string }>
          rowKey="key"
          dataSource={gpu.events.map((event) => ({ ...event, key: `${event.at} ${event.xid}` }))}
          columns={[
            { key: 'at', title: t('field.time'), render: (_value, { at }) => <TimeText value={at} /> },
            {
              key: 'xid',
              title: 'Xid',
              render: (_value, { xid, level }) => <StatusTag tone={TONES[level]}>{xid}</StatusTag>,
            },
            { key: 'meaning', title: t('field.meaning'), render: (_value, { meaning }) => meaning || '—' },
            { key: 'detail', title: t('field.detail'), render: (_value, { detail }) => detail || '—' },
          ]}
        />
      )}
    </Flex>
  );
}
