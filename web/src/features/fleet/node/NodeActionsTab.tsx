import { PoweroffOutlined } from '@ant-design/icons';
import type { Node } from '@jadegate/contract/fleet/node';
import type { NodeAction } from '@jadegate/contract/fleet/node-power';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ACT_TONES } from '../../../components/act-tones.ts';
import { PagedTable } from '../../../components/PagedTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { nodeActionsQuery } from './node.queries.ts';

const PAGE_SIZE = 20;

/** Restarts and shutdowns from here: by whom, why, and what became of them. */
export function NodeActionsTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const [page, setPage] = useState(1);
  const result = useQuery(nodeActionsQuery(node.id, page, PAGE_SIZE));
  return (
    <PagedTable<NodeAction>
      result={result}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      empty={{
        icon: <PoweroffOutlined aria-hidden />,
        title: t('empty.actions'),
        description: t('empty.actionsHelp'),
      }}
      columns={[
        {
          key: 'startedAt',
          title: t('field.at'),
          render: (_value, { startedAt }) => <TimeText value={startedAt} variant="exact" />,
        },
        { key: 'action', title: t('field.action'), render: (_value, { action }) => t(`act.${action}`) },
        {
          key: 'state',
          title: t('field.result'),
          render: (_value, { state, message, detail }) => (
            <>
              <StatusTag tone={ACT_TONES[state]}>{t(`actionState.${state}`)}</StatusTag>
              {message !== '' && <div style={{ maxWidth: 480 }}>{message}</div>}
              {detail !== '' && <Typography.Text code>{detail}</Typography.Text>}
            </>
          ),
        },
        {
          key: 'lost',
          title: t('field.lost'),
          render: (_value, { sessionCount, vmCount, processCount }) =>
            t('impact.short', { sessions: sessionCount, vms: vmCount, processes: processCount }),
        },
        { key: 'by', title: t('field.by'), render: (_value, { byName }) => byName },
        { key: 'reason', title: t('field.reason'), render: (_value, { reason }) => reason },
      ]}
    />
  );
}
