import type { StorageQuery, StorageRow } from '@jadegate/contract/files/storage';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { formatSize } from '../../../format/size.ts';
import { UsageBar } from './UsageBar.tsx';

/** The columns of the list of spaces; `actions` is what stands at the end of a row. */
export function storageColumns(
  t: TFunction<'storage'>,
  actions: (row: StorageRow) => ReactNode,
): ListColumn<StorageRow, StorageQuery>[] {
  return [
    nameColumn(t('field.name')),
    {
      key: 'isShare',
      title: t('field.isShare'),
      render: ({ isShare, shareCount }) =>
        isShare ? (
          <StatusTag tone="success">{t('share.with', { count: shareCount })}</StatusTag>
        ) : (
          <StatusTag>{t('share.none')}</StatusTag>
        ),
    },
    {
      key: 'isDefault',
      title: t('field.isDefault'),
      render: ({ isDefault }) => (isDefault ? <StatusTag tone="success">{t('default.yes')}</StatusTag> : '—'),
    },
    {
      key: 'limitSize',
      title: t('field.limit'),
      sort: 'limitSize',
      numeric: true,
      render: ({ limitSize }) => (limitSize > 0 ? formatSize(limitSize) : t('field.unlimited')),
    },
    {
      key: 'usedSize',
      title: t('field.used'),
      sort: 'usedSize',
      render: ({ usedSize, limitSize }) => <UsageBar used={usedSize} limit={limitSize} />,
    },
    { key: 'owner', title: t('field.owner'), render: ({ ownerName }) => ownerName || '—' },
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 104, actions),
  ];
}
