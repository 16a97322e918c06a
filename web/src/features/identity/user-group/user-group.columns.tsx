import type { UserGroupQuery, UserGroupRow } from '@jadegate/contract/identity/user-group';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { countColumn, createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';

/** The columns of the list of groups; `actions` is what stands at the end of a row. */
export function userGroupColumns(
  t: TFunction<'user-group'>,
  actions: (row: UserGroupRow) => ReactNode,
): ListColumn<UserGroupRow, UserGroupQuery>[] {
  return [
    nameColumn(t('field.name'), { right: 'user-group-detail', path: '/user-group' }),
    countColumn('memberCount', t('field.memberCount')),
    countColumn('assetCount', t('field.assetCount')),
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 128, actions),
  ];
}
