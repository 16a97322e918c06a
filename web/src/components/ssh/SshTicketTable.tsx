import type { SshTicketRow } from '@jadegate/contract/identity/ssh-ticket';
import { translate } from '@jadegate/contract/language';
import { NEVER } from '@jadegate/contract/scalars';
import { TICKET_KIND_WORDS } from '@jadegate/contract/session/ssh-door.words';
import { App, Flex, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../hooks/useLanguage.ts';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { Mono } from '../Mono.tsx';
import { SmallTable } from '../SmallTable.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { TimeText } from '../TimeText.tsx';

/** What people name has no length that a table could count on. */
const WRAPPED = { maxWidth: 240, overflowWrap: 'anywhere' } as const;

interface SshTicketTableProps {
  rows: readonly SshTicketRow[];
  /** Without it nothing can be revoked. */
  onRevoke?: ((id: string) => Promise<unknown>) | undefined;
}

/** SSH tickets of somebody: one's own, or those of a person whom one looks after. */
export function SshTicketTable({ rows, onRevoke }: SshTicketTableProps) {
  const { t } = useTranslation('ssh-ticket');
  const columns: TableColumnType<SshTicketRow>[] = [
    {
      key: 'name',
      title: t('field.name'),
      render: (_value, row) => (
        <Flex vertical style={WRAPPED}>
          {row.name}
          <Mono text={row.masked} canCopy={false} />
        </Flex>
      ),
    },
    {
      key: 'asset',
      title: t('field.asset'),
      render: (_value, { assetName, account }) => (
        <Flex vertical style={WRAPPED}>
          {assetName}
          {account !== '' && <span>{t('bound.account', { account })}</span>}
        </Flex>
      ),
    },
    { key: 'kinds', title: t('field.kinds'), render: (_value, row) => <Bounds row={row} /> },
    {
      key: 'expires',
      title: t('field.expires'),
      render: (_value, { isOver, expires }) =>
        isOver ? (
          <StatusTag tone="error">{t('over')}</StatusTag>
        ) : (
          <TimeText value={expires} variant="exact" />
        ),
    },
    { key: 'lastUsed', title: t('field.lastUsed'), render: (_value, row) => <LastUse row={row} /> },
    ...(onRevoke
      ? [
          {
            key: 'actions',
            title: t('field.actions'),
            width: 100,
            render: (_value: unknown, row: SshTicketRow) => <RevokeTicket row={row} onRevoke={onRevoke} />,
          },
        ]
      : []),
  ];
  return <SmallTable<SshTicketRow> columns={columns} dataSource={[...rows]} />;
}

/** What it opens, how often and from where. */
function Bounds({ row: { kinds, uses, used, ipGroup } }: { row: SshTicketRow }) {
  const { t } = useTranslation('ssh-ticket');
  const language = useLanguage();
  return (
    <Flex vertical style={WRAPPED}>
      {kinds.map((kind) => (
        <span key={kind}>{translate(TICKET_KIND_WORDS[kind], language)}</span>
      ))}
      {uses > 0 && <span>{t('bound.uses', { used, most: uses })}</span>}
      {ipGroup !== '' && <span>{t('bound.from', { from: ipGroup.replaceAll(',', t('between')) })}</span>}
    </Flex>
  );
}

function LastUse({ row: { lastUsed, lastAddress } }: { row: SshTicketRow }) {
  const { t } = useTranslation('ssh-ticket');
  return lastUsed === NEVER ? (
    t('lastUse.never')
  ) : (
    <Flex vertical>
      <TimeText value={lastUsed} />
      <span>{t('lastUse.from', { address: lastAddress })}</span>
    </Flex>
  );
}

interface RevokeTicketProps {
  row: SshTicketRow;
  onRevoke: (id: string) => Promise<unknown>;
}

function RevokeTicket({ row: { id, name }, onRevoke }: RevokeTicketProps) {
  const { t } = useTranslation('ssh-ticket');
  const { message } = App.useApp();
  return (
    <ConfirmButton
      size="small"
      title={t('confirm.title', { name })}
      consequence={t('confirm.help')}
      confirmLabel={t('action.revoke')}
      onConfirm={async () => {
        await onRevoke(id);
        void message.success(t('message.revoked', { name }));
      }}
    >
      {t('action.revoke')}
    </ConfirmButton>
  );
}
