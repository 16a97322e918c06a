import type { UserRow } from '@jadegate/contract/user';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import type { ListColumn } from '../../components/list/list-column.ts';
import { TimeText } from '../../components/TimeText.tsx';
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
      render: ({ id, username }) => (
        <Can any={['user-detail']} otherwise={username}>
          <Link to={`/user/${id}`}>{username}</Link>
        </Can>
      ),
    },
    {
      key: 'nickname',
      title: t('field.nickname'),
      sort: 'nickname',
      render: ({ nickname }) => nickname,
    },
    { key: 'mail', title: t('field.mail'), render: ({ mail }) => mail || '—' },
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      render: ({ created }) => <TimeText value={created} />,
    },
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
