import type { RoleQuery, RoleRow } from '@jadegate/contract/role-endpoints';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { actionsColumn, type ListColumn } from '../../components/list/list-column.ts';
import { TimeText } from '../../components/TimeText.tsx';
import { RoleName } from './RoleName.tsx';
import { RoleType } from './RoleType.tsx';

/** The columns of the role list; `actions` is what stands at the end of a row. */
export function roleColumns(
  t: TFunction<'role'>,
  actions: (row: RoleRow) => ReactNode,
): ListColumn<RoleRow, RoleQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: (row) => <RoleName role={row} />,
    },
    { key: 'type', title: t('field.type'), sort: 'type', render: ({ type }) => <RoleType type={type} /> },
    { key: 'userCount', title: t('field.userCount'), numeric: true, render: ({ userCount }) => userCount },
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      render: ({ created }) => <TimeText value={created} />,
    },
    actionsColumn(t('field.actions'), 120, actions),
  ];
}
