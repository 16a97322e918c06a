import type { UserRow } from '@jadegate/contract/identity/user';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { createdColumn, DetailLink } from '../../../components/list/common-columns.tsx';
import type { ListColumn } from '../../../components/list/list-column.ts';
import type { BoundUserQuery } from './login-policy.queries.ts';

/** The columns of the people of a policy; `actions` is what stands at the end of a row. */
export function boundUserColumns(
  t: TFunction<'login-policy'>,
  actions: (row: UserRow) => ReactNode,
): ListColumn<UserRow, BoundUserQuery>[] {
  return [
    {
      key: 'username',
      title: t('field.username'),
      sort: 'username',
      always: true,
      render: ({ id, username }) => <DetailLink right="user-detail" to={`/user/${id}`} name={username} />,
    },
    {
      key: 'nickname',
      title: t('field.nickname'),
      sort: 'nickname',
      render: ({ nickname }) => nickname,
    },
    { key: 'mail', title: t('field.mail'), render: ({ mail }) => mail || '—' },
    createdColumn(t('field.created')),
    {
      key: 'actions',
      title: t('field.actions'),
      always: true,
      fixed: 'end',
      align: 'end',
      width: 128,
      render: actions,
    },
  ];
}
