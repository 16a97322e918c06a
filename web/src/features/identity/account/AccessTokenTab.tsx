import { ApiOutlined, PlusOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { AccessTokenRow } from '@jadegate/contract/identity/access-token';
import { NEVER } from '@jadegate/contract/scalars';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Flex, theme, type TableColumnType } from 'antd';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { AccessTokenDrawer } from './AccessTokenDrawer.tsx';
import { accessTokensQuery, useRevokeAccessToken } from './account.queries.ts';
import { NewTokenModal, type MadeToken } from './NewTokenModal.tsx';

/** What one's programs sign in with: made here, shown once, revoked here. */
export function AccessTokenTab() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { data, error, refetch, isFetching } = useQuery(accessTokensQuery());
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('action.createToken')}
    </Button>
  );

  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          icon={<ApiOutlined aria-hidden />}
          title={t('empty.tokens.title')}
          description={t('empty.tokens.help')}
          action={create}
        />
      ) : (
        <Flex vertical gap={token.margin}>
          <Flex justify="space-between" align="flex-start" gap={token.margin} wrap>
            <div style={{ flex: 1, minWidth: 260, maxWidth: 720, color: token.colorTextSecondary }}>
              <Trans
                ns="account"
                i18nKey="help.tokens"
                components={{ header: <code style={{ whiteSpace: 'nowrap' }} /> }}
              />
            </div>
            {create}
          </Flex>
          <AccessTokenTable rows={data} />
        </Flex>
      )}
      <AccessTokenDrawer open={isCreating} onClose={() => setIsCreating(false)} onMade={setMade} />
      {/* Gone at once when it is closed: a dialog that fades away would keep the token until then. */}
      {made && <NewTokenModal made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function AccessTokenTable({ rows }: { rows: readonly AccessTokenRow[] }) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const revoke = useRevokeAccessToken();
  // Whoever administers nothing has but one kind.
  const showsScope = useAccount()?.type === 'admin' || rows.some(({ scope }) => scope === 'administration');
  const nameOf = ({ name }: AccessTokenRow) => name || t('token.unnamed');
  const columns: TableColumnType<AccessTokenRow>[] = [
    {
      key: 'name',
      title: t('field.tokenName'),
      render: (_value, row) => (
        <Flex vertical>
          <span>{nameOf(row)}</span>
          <Mono text={row.masked} canCopy={false} />
        </Flex>
      ),
    },
    ...(showsScope
      ? [
          {
            key: 'scope',
            title: t('field.tokenScope'),
            render: (_value: unknown, { scope }: AccessTokenRow) => <ScopeTag scope={scope} />,
          },
        ]
      : []),
    { key: 'created', title: t('field.created'), render: (_value, row) => <TimeText value={row.created} /> },
    {
      key: 'expires',
      title: t('field.expires'),
      render: (_value, row) =>
        row.isExpired ? (
          <StatusTag tone="error">{t('token.expired')}</StatusTag>
        ) : (
          <TimeText value={row.expires} variant="exact" />
        ),
    },
    {
      key: 'lastUsed',
      title: t('field.lastUsed'),
      render: (_value, row) =>
        row.lastUsed === NEVER ? (
          t('token.never')
        ) : (
          <Flex vertical>
            <TimeText value={row.lastUsed} />
            <span>{t('token.usedFrom', { address: row.lastAddress })}</span>
          </Flex>
        ),
    },
    {
      key: 'actions',
      title: t('field.actions'),
      width: 100,
      render: (_value, row) => (
        <ConfirmButton
          size="small"
          title={t('confirm.revoke.title', { name: nameOf(row) })}
          consequence={t('confirm.revoke.help')}
          confirmLabel={t('action.revoke')}
          onConfirm={async () => {
            await revoke.mutateAsync(row.id);
            void message.success(t('message.tokenRevoked', { name: nameOf(row) }));
          }}
        >
          {t('action.revoke')}
        </ConfirmButton>
      ),
    },
  ];
  return <SmallTable<AccessTokenRow> columns={columns} dataSource={[...rows]} />;
}

function ScopeTag({ scope }: Pick<AccessTokenRow, 'scope'>) {
  const { t } = useTranslation('account');
  const name = t(`scope.${scope}.title`);
  return scope === 'use' ? (
    name
  ) : (
    <StatusTag tone="warning" icon={<SafetyCertificateOutlined aria-hidden />}>
      {name}
    </StatusTag>
  );
}
