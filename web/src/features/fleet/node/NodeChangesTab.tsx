import { CheckCircleOutlined } from '@ant-design/icons';
import type { Node, NodeChange } from '@jadegate/contract/fleet/node';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { PagedTable } from '../../../components/PagedTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';
import { nodeChangesQuery, useConfirmChanges } from './node.queries.ts';

const PAGE_SIZE = 20;
const IN_BYTES = new Set(['memory', 'expect.memBytes']);

/** What was found to be other than before, or than it should be. */
export function NodeChangesTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const [page, setPage] = useState(1);
  const result = useQuery(nodeChangesQuery(node.id, page, PAGE_SIZE));
  const confirm = useConfirmChanges(node.id);
  const open = (result.data?.items ?? []).filter(({ ackAt }) => ackAt === null).map(({ id }) => id);
  const send = (ids: string[]) => confirm.mutate({ ids, baseline: false });
  const baseline = result.data && node.facts && (
    <Can any={['node-edit']}>
      <Flex gap={token.marginSM} wrap>
        {open.length > 0 && (
          <Button loading={confirm.isPending} onClick={() => send(open)}>
            {t('action.confirmAll')}
          </Button>
        )}
        <ConfirmButton
          title={t('confirm.baseline.title')}
          consequence={t('confirm.baseline.help')}
          confirmLabel={t('action.baseline')}
          danger={false}
          onConfirm={() => confirm.mutateAsync({ ids: open, baseline: true })}
        >
          {t('action.baseline')}
        </ConfirmButton>
      </Flex>
    </Can>
  );
  return (
    <Flex vertical gap={token.margin}>
      {baseline}
      <PagedTable<NodeChange>
        result={result}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={{
          icon: <CheckCircleOutlined aria-hidden />,
          title: t('empty.changes'),
          description: t('empty.changesHelp'),
        }}
        columns={[
          {
            key: 'at',
            title: t('field.at'),
            render: (_value, { at }) => <TimeText value={at} variant="exact" />,
          },
          {
            key: 'severity',
            title: t('field.severity'),
            render: (_value, { severity }) => (
              <StatusTag tone={severity === 'critical' ? 'error' : 'default'}>
                {t(`severity.${severity}`)}
              </StatusTag>
            ),
          },
          { key: 'path', title: t('field.path'), render: (_value, { path }) => t(`path.${pathKey(path)}`) },
          { key: 'old', title: t('field.old'), render: (_value, change) => valueOf(change, change.old) },
          { key: 'new', title: t('field.new'), render: (_value, change) => valueOf(change, change.new) },
          {
            key: 'ack',
            title: t('field.ack'),
            render: (_value, { id, ackAt, ackBy }) =>
              ackAt === null ? (
                <Can any={['node-edit']} otherwise={t('hint.open')}>
                  <Button size="small" disabled={confirm.isPending} onClick={() => send([id])}>
                    {t('action.confirm')}
                  </Button>
                </Can>
              ) : (
                <>
                  {ackBy} <TimeText value={ackAt} />
                </>
              ),
          },
        ]}
      />
    </Flex>
  );
}

/** A dot would be a step in the catalogue. */
function pathKey(path: NodeChange['path']) {
  return path.replace('.', '-') as
    | Exclude<NodeChange['path'], `expect.${string}`>
    | 'expect-gpuCount'
    | 'expect-memBytes'
    | 'expect-serial';
}

function valueOf({ path }: NodeChange, value: string): string {
  return value === '' ? '—' : IN_BYTES.has(path) ? formatSize(Number(value)) : value;
}
