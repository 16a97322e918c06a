import type { IdentitySourceQuery, IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import { Flex } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { SourceIcon } from '../../../components/SourceIcon.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { SourceStateCell } from './SourceStateCell.tsx';

const PLACE_WIDTH = 280;

export function identitySourceColumns(
  t: TFunction<'identity-source'>,
  actions: (row: IdentitySourceRow) => ReactNode,
): ListColumn<IdentitySourceRow, IdentitySourceQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: ({ name, icon }) => (
        <Flex align="center" gap={8}>
          <SourceIcon icon={icon} size={18} />
          {name}
        </Flex>
      ),
    },
    {
      key: 'kind',
      title: t('field.kind'),
      render: ({ kind }) => t(`kind.${kind}`),
      offByDefault: true,
    },
    {
      key: 'place',
      title: t('field.place'),
      render: ({ place, isPlain }) => (
        <Flex vertical align="flex-start">
          <Mono text={place} maxWidth={PLACE_WIDTH} />
          {isPlain && <StatusTag tone="warning">{t('notice.plainHttp')}</StatusTag>}
        </Flex>
      ),
    },
    {
      key: 'state',
      title: t('field.state'),
      render: (row) => <SourceStateCell row={row} />,
      card: 'line',
    },
    {
      key: 'people',
      title: t('field.people'),
      numeric: true,
      render: ({ personCount }) => personCount,
    },
    {
      key: 'position',
      title: t('field.position'),
      sort: 'position',
      numeric: true,
      render: ({ position }) => position,
    },
    actionsColumn(t('field.actions'), 190, actions),
  ];
}
