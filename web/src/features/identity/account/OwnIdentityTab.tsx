import type { OwnIdentities, OwnIdentity } from '@jadegate/contract/identity/source-sign-in';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Flex, theme, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ownIdentitiesQuery } from '../../../api/own-proof.ts';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { SourceIcon } from '../../../components/SourceIcon.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { DirectoryLinkModal } from './DirectoryLinkModal.tsx';
import { useLinkSource, useUnlinkIdentity } from './own-identity.queries.ts';

type OtherSource = OwnIdentities['others'][number];

/** The identity sources one signs in with. */
export function OwnIdentityTab() {
  const { t } = useTranslation('sign-in-source');
  const { token } = theme.useToken();
  const { data, error, refetch, isFetching } = useQuery(ownIdentitiesQuery());
  const link = useLinkSource();
  const [directory, setDirectory] = useState<OtherSource>();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return (
    <Flex vertical gap={token.margin}>
      <div style={{ maxWidth: 720, color: token.colorTextSecondary }}>{t('own.help')}</div>
      {data.identities.length > 0 && <IdentityTable rows={data.identities} />}
      <Flex wrap gap={token.marginSM}>
        {data.others.map((other) => {
          const { kind, key, name, icon } = other;
          return (
            <Button
              key={key}
              icon={<SourceIcon icon={icon} size={16} />}
              loading={link.isPending && link.variables === key}
              onClick={() => (kind === 'ldap' ? setDirectory(other) : link.mutate(key))}
            >
              {t('own.link', { name })}
            </Button>
          );
        })}
      </Flex>
      <DirectoryLinkModal source={directory} onClose={() => setDirectory(undefined)} />
      {data.identities.length + data.others.length === 0 && <div>{t('own.none')}</div>}
    </Flex>
  );
}

function IdentityTable({ rows }: { rows: readonly OwnIdentity[] }) {
  const { t } = useTranslation('sign-in-source');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const unlink = useUnlinkIdentity();
  const columns: TableColumnType<OwnIdentity>[] = [
    {
      key: 'name',
      title: t('own.source'),
      render: (_value, { name, icon }) => (
        <Flex align="center" gap={token.marginXS}>
          <SourceIcon icon={icon} size={18} />
          {name}
        </Flex>
      ),
    },
    { key: 'label', title: t('own.label'), render: (_value, row) => row.label },
    { key: 'created', title: t('own.created'), render: (_value, row) => <TimeText value={row.created} /> },
    { key: 'last', title: t('own.lastLogin'), render: (_value, row) => <TimeText value={row.lastLogin} /> },
    {
      key: 'actions',
      title: t('own.actions'),
      width: 140,
      render: (_value, row) =>
        row.isKept ? (
          <span style={{ color: token.colorTextSecondary }}>{t('own.kept')}</span>
        ) : (
          <ConfirmButton
            size="small"
            title={t('own.unlinkTitle', { name: row.name })}
            consequence={t('own.unlinkHelp')}
            confirmLabel={t('own.unlink')}
            onConfirm={async () => {
              await unlink.mutateAsync(row.id);
              void message.success(t('own.unlinked', { name: row.name }));
            }}
          >
            {t('own.unlink')}
          </ConfirmButton>
        ),
    },
  ];
  return <SmallTable<OwnIdentity> columns={columns} dataSource={[...rows]} />;
}
