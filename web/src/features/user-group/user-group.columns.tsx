import type { UserGroupQuery, UserGroupRow } from '@jadegate/contract/user-group';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { actionsColumn, type ListColumn } from '../../components/list/list-column.ts';
import { TimeText } from '../../components/TimeText.tsx';

/** The columns of the list of groups; `actions` is what stands at the end of a row. */
export function userGroupColumns(
  t: TFunction<'user-group'>,
  actions: (row: UserGroupRow) => ReactNode,
): ListColumn<UserGroupRow, UserGroupQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: ({ id, name }) => (
        <Can any={['user-group-detail']} otherwise={name}>
          <Link to={`/user-group/${id}`}>{name}</Link>
        </Can>
      ),
    },
    {
      key: 'memberCount',
      title: t('field.memberCount'),
      numeric: true,
      render: ({ memberCount }) => memberCount,
    },
    {
      key: 'assetCount',
      title: t('field.assetCount'),
      numeric: true,
      render: ({ assetCount }) => assetCount,
    },
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      render: ({ created }) => <TimeText value={created} />,
    },
    actionsColumn(t('field.actions'), 128, actions),
  ];
}
