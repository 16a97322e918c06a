import type { RoleQuery, RoleRow } from '@jadegate/contract/identity/role-endpoints';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { countColumn, createdColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
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
    countColumn('userCount', t('field.userCount')),
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 120, actions),
  ];
}
