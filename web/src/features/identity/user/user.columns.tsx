import { CrownOutlined, UserOutlined } from '@ant-design/icons';
import type { UserType } from '@jadegate/contract/identity/role';
import type { UserRow } from '@jadegate/contract/identity/user';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { createdColumn, DetailLink } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { StatusTag } from '../../../components/StatusTag.tsx';
import type { UserListQuery } from './user-schemas.ts';
import { OnlineTag, TotpTag } from './UserStatusTag.tsx';

export const TYPE_ICONS: Record<UserType, ReactNode> = {
  admin: <CrownOutlined aria-hidden />,
  user: <UserOutlined aria-hidden />,
};

/** The columns of the list of people; `status` and `actions` are the cells that do something. */
export function userColumns(
  t: TFunction<'user'>,
  status: (row: UserRow) => ReactNode,
  actions: (row: UserRow) => ReactNode,
): ListColumn<UserRow, UserListQuery>[] {
  return [
    {
      key: 'nickname',
      title: t('field.nickname'),
      sort: 'nickname',
      always: true,
      render: ({ id, nickname }) => <DetailLink right="user-detail" to={`/user/${id}`} name={nickname} />,
    },
    {
      key: 'username',
      title: t('field.username'),
      sort: 'username',
      render: ({ username }) => username,
    },
    { key: 'mail', card: 'rest', title: t('field.mail'), render: ({ mail }) => mail || '—' },
    {
      key: 'type',
      title: t('field.type'),
      render: ({ type }) => <StatusTag icon={TYPE_ICONS[type]}>{t(`type.${type}`)}</StatusTag>,
    },
    { key: 'status', title: t('field.status'), render: status },
    { key: 'online', title: t('field.online'), render: ({ online }) => <OnlineTag online={online} /> },
    {
      key: 'totp',
      title: t('field.totp'),
      render: ({ totpSecret }) => <TotpTag isSet={totpSecret === '1'} />,
    },
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 104, actions),
  ];
}
