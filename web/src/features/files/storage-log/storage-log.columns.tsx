import { showName } from '@jadegate/contract/files/file-path';
import type { StorageLogQuery, StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';

type Column = ListColumn<StorageLogRow, StorageLogQuery>;

const NAME_WIDTH = 360;
const CHECKSUM_WIDTH = 120;

/** What was done to which file. */
export function fileColumns(t: TFunction<'storage-log'>): Column[] {
  return [
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      always: true,
      render: ({ created }) => <TimeText value={created} variant="exact" />,
    },
    {
      key: 'action',
      card: 'line',
      title: t('field.action'),
      always: true,
      render: ({ action }) => t(`kind.${action}`),
    },
    {
      key: 'fileName',
      card: 'title',
      title: t('field.fileName'),
      always: true,
      render: ({ fileName }) =>
        fileName === '' ? '—' : <Mono text={showName(fileName)} maxWidth={NAME_WIDTH} />,
    },
    {
      key: 'result',
      title: t('field.result'),
      render: ({ result, more }) => (
        <StatusTag tone={result === 'success' ? 'success' : 'error'}>
          {more > 0 ? t('result.more', { count: more }) : t(`result.${result}`)}
        </StatusTag>
      ),
    },
    {
      key: 'bytes',
      title: t('field.bytes'),
      numeric: true,
      render: ({ bytes, checksum }) => (bytes === 0 && checksum === '' ? '—' : formatSize(bytes)),
    },
    {
      key: 'checksum',
      title: t('field.checksum'),
      render: ({ bytes, checksum }) => {
        if (checksum === '') {
          return bytes === 0 ? '—' : t('checksum.partial');
        }
        return <Mono text={checksum} maxWidth={CHECKSUM_WIDTH} />;
      },
    },
  ];
}

/** The columns of the whole log; `actions` is what stands at the end of a row. */
export function storageLogColumns(
  t: TFunction<'storage-log'>,
  actions: (row: StorageLogRow) => ReactNode,
): Column[] {
  const [created, ...file] = fileColumns(t);
  return [
    ...(created ? [created] : []),
    {
      key: 'user',
      title: t('field.user'),
      always: true,
      render: ({ userName, userAccount }) => <PersonText name={userName} account={userAccount} />,
    },
    {
      key: 'asset',
      title: t('field.place'),
      // A space where it was in none of the assets.
      render: ({ assetName, storageName }) => assetName || storageName || '—',
    },
    ...file,
    actionsColumn(t('field.actions'), 130, actions),
  ];
}
