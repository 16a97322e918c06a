import { KeyOutlined, LockOutlined } from '@ant-design/icons';
import type { CredentialQuery, CredentialRow, CredentialType } from '@jadegate/contract/access/credential';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { countColumn, createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';

const TYPE_ICONS: Record<CredentialType, ReactNode> = {
  custom: <LockOutlined aria-hidden />,
  'private-key': <KeyOutlined aria-hidden />,
};

const FINGERPRINT_WIDTH = 176;

/** The columns of the credential list; `actions` is what stands at the end of a row. */
export function credentialColumns(
  t: TFunction<'credential'>,
  actions: (row: CredentialRow) => ReactNode,
): ListColumn<CredentialRow, CredentialQuery>[] {
  return [
    nameColumn(t('field.name')),
    {
      key: 'type',
      title: t('field.type'),
      sort: 'type',
      render: ({ type }) => <StatusTag icon={TYPE_ICONS[type]}>{t(`type.${type}`)}</StatusTag>,
    },
    {
      key: 'username',
      title: t('field.username'),
      sort: 'username',
      render: ({ username }) => username || '—',
    },
    {
      key: 'keyType',
      title: t('field.keyType'),
      offByDefault: true,
      render: ({ keyType }) => keyType || '—',
    },
    {
      key: 'fingerprint',
      card: 'rest',
      title: t('field.fingerprint'),
      render: ({ fingerprint }) =>
        fingerprint === '' ? '—' : <Mono text={fingerprint} maxWidth={FINGERPRINT_WIDTH} />,
    },
    {
      key: 'addresses',
      title: t('field.addresses'),
      render: ({ addresses }) =>
        addresses === '' ? t('addresses.any') : <Mono text={addresses} maxWidth={FINGERPRINT_WIDTH} />,
    },
    {
      key: 'owner',
      title: t('field.owner'),
      render: ({ ownerName, ownerAccount }) => <PersonText name={ownerName} account={ownerAccount} />,
    },
    countColumn('assetCount', t('field.assetCount')),
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 104, actions),
  ];
}
