import type { PasskeyRow } from '@jadegate/contract/identity/passkey';
import { NEVER } from '@jadegate/contract/scalars';
import { Flex, Tag, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Mono } from './Mono.tsx';
import { SmallTable } from './SmallTable.tsx';
import { StatusTag } from './StatusTag.tsx';
import { TimeText } from './TimeText.tsx';

interface PasskeyTableProps {
  rows: readonly PasskeyRow[];
  /** What stands at the end of a row; without it nothing does. */
  renderActions?: ((row: PasskeyRow) => ReactNode) | undefined;
}

/** Passkeys of somebody: one's own, or those of a person whom one looks after. */
export function PasskeyTable({ rows, renderActions }: PasskeyTableProps) {
  const { t } = useTranslation('passkey');
  const columns: TableColumnType<PasskeyRow>[] = [
    {
      key: 'name',
      title: t('field.name'),
      render: (_value, { name, isSynced, isCopied }) => (
        <Flex align="center" gap={8} wrap>
          {name}
          {isSynced && <Tag>{t('tag.synced')}</Tag>}
          {isCopied && <StatusTag tone="error">{t('tag.copied')}</StatusTag>}
        </Flex>
      ),
    },
    {
      key: 'domain',
      title: t('field.domain'),
      render: (_value, { domain }) => <Mono text={domain} canCopy={false} />,
    },
    {
      key: 'created',
      title: t('field.created'),
      render: (_value, { created }) => <TimeText value={created} />,
    },
    { key: 'lastUsed', title: t('field.lastUsed'), render: (_value, row) => <LastUse row={row} /> },
    ...(renderActions
      ? [
          {
            key: 'actions',
            title: t('field.actions'),
            width: 180,
            render: (_value: unknown, row: PasskeyRow) => <Flex gap={8}>{renderActions(row)}</Flex>,
          },
        ]
      : []),
  ];
  return <SmallTable<PasskeyRow> columns={columns} dataSource={[...rows]} />;
}

function LastUse({ row: { lastUsed, lastAddress } }: { row: PasskeyRow }) {
  const { t } = useTranslation('passkey');
  return lastUsed === NEVER ? (
    t('never')
  ) : (
    <Flex vertical>
      <TimeText value={lastUsed} />
      <span>{t('usedFrom', { address: lastAddress })}</span>
    </Flex>
  );
}
