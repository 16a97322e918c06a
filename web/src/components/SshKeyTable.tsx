import type { SshKeyRow } from '@jadegate/contract/identity/ssh-key';
import { NEVER } from '@jadegate/contract/scalars';
import { App, Flex, Tag, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from './ConfirmButton.tsx';
import { Mono } from './Mono.tsx';
import { SmallTable } from './SmallTable.tsx';
import { StatusTag } from './StatusTag.tsx';
import { TimeText } from './TimeText.tsx';

const FINGERPRINT_WIDTH = 260;

interface SshKeyTableProps {
  rows: readonly SshKeyRow[];
  /** Without it nothing can be deleted. */
  onDelete?: ((id: string) => Promise<unknown>) | undefined;
}

/** SSH keys of somebody: one's own, or those of a person whom one looks after. */
export function SshKeyTable({ rows, onDelete }: SshKeyTableProps) {
  const { t } = useTranslation('parts');
  const columns: TableColumnType<SshKeyRow>[] = [
    {
      key: 'name',
      title: t('sshKey.name'),
      render: (_value, row) => (
        <Flex vertical>
          <Flex align="center" gap={8} wrap>
            {row.name}
            {row.source !== '' && <Tag>{t('sshKey.from', { name: row.source })}</Tag>}
          </Flex>
          <Mono text={row.fingerprint} maxWidth={FINGERPRINT_WIDTH} />
        </Flex>
      ),
    },
    {
      key: 'algorithm',
      title: t('sshKey.algorithm'),
      render: (_value, row) => <Mono text={row.algorithm} canCopy={false} />,
    },
    {
      key: 'created',
      title: t('sshKey.created'),
      render: (_value, row) => <TimeText value={row.created} />,
    },
    { key: 'expires', title: t('sshKey.expires'), render: (_value, row) => <Expiry row={row} /> },
    { key: 'lastUsed', title: t('sshKey.lastUsed'), render: (_value, row) => <LastUse row={row} /> },
    ...(onDelete
      ? [
          {
            key: 'actions',
            title: t('sshKey.actions'),
            width: 100,
            // What comes from a directory goes with it.
            render: (_value: unknown, row: SshKeyRow) =>
              row.source === '' && <DeleteKey row={row} onDelete={onDelete} />,
          },
        ]
      : []),
  ];
  return <SmallTable<SshKeyRow> columns={columns} dataSource={[...rows]} />;
}

function Expiry({ row: { expires, isExpired } }: { row: SshKeyRow }) {
  const { t } = useTranslation('parts');
  if (isExpired) {
    return <StatusTag tone="error">{t('sshKey.expired')}</StatusTag>;
  }
  return expires === NEVER ? t('sshKey.noEnd') : <TimeText value={expires} variant="exact" />;
}

function LastUse({ row: { lastUsed, lastAddress } }: { row: SshKeyRow }) {
  const { t } = useTranslation('parts');
  return lastUsed === NEVER ? (
    t('sshKey.never')
  ) : (
    <Flex vertical>
      <TimeText value={lastUsed} />
      <span>{t('sshKey.usedFrom', { address: lastAddress })}</span>
    </Flex>
  );
}

function DeleteKey({ row, onDelete }: { row: SshKeyRow; onDelete: (id: string) => Promise<unknown> }) {
  const { t } = useTranslation('parts');
  const { message } = App.useApp();
  const { id, name } = row;
  return (
    <ConfirmButton
      size="small"
      title={t('sshKey.deleteTitle', { name })}
      consequence={t('sshKey.deleteHelp')}
      confirmLabel={t('sshKey.delete')}
      onConfirm={async () => {
        await onDelete(id);
        void message.success(t('sshKey.deleted', { name }));
      }}
    >
      {t('sshKey.delete')}
    </ConfirmButton>
  );
}
