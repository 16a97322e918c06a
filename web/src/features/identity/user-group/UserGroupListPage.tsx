import { TeamOutlined } from '@ant-design/icons';
import { UserGroupQuery, type UserGroupRow } from '@jadegate/contract/identity/user-group';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { userGroupColumns } from './user-group.columns.tsx';
import { userGroupsQuery } from './user-group.queries.ts';
import { UserGroupRowActions } from './UserGroupRowActions.tsx';
import { useUserGroupOverlays } from './useUserGroupOverlays.ts';

const UserGroupOverlays = lazyOverlays(
  async () => (await import('./UserGroupOverlays.tsx')).UserGroupOverlays,
);

/** Groups of people, who are given access together. */
export function UserGroupListPage() {
  const { t } = useTranslation('user-group');
  const can = useCan();
  const selection = useSelection<UserGroupRow>();
  const overlays = useUserGroupOverlays();
  const { form, removal } = overlays;

  const columns = useMemo(
    () =>
      userGroupColumns(t, (row) => (
        <UserGroupRowActions row={row} onEdit={form.open} onDelete={removal.open} />
      )),
    [t, form.open, removal.open],
  );

  return (
    <>
      <ListPage
        name="user-group"
        title={t('title.list')}
        description={t('title.description')}
        access={['user-group']}
        schema={UserGroupQuery}
        read={userGroupsQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        action={
          <CreateButton access="user-group-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('user-group-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{ icon: <TeamOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      <UserGroupOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
