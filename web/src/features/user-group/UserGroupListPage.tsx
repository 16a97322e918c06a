import { DeleteOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons';
import { UserGroupQuery, type UserGroupRow } from '@jadegate/contract/user-group';
import { Button } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { useCan } from '../../hooks/account.ts';
import { useIdlePreload } from '../../hooks/useIdlePreload.ts';
import { userGroupColumns } from './user-group.columns.tsx';
import { userGroupsQuery } from './user-group.queries.ts';
import { UserGroupRowActions } from './UserGroupRowActions.tsx';
import { useUserGroupOverlays } from './useUserGroupOverlays.ts';

const loadOverlays = () => import('./UserGroupOverlays.tsx');
const UserGroupOverlays = lazy(async () => ({ default: (await loadOverlays()).UserGroupOverlays }));

/** Groups of people, who are given access together. */
export function UserGroupListPage() {
  const { t } = useTranslation('user-group');
  const can = useCan();
  const selection = useSelection<UserGroupRow>();
  const overlays = useUserGroupOverlays();
  const { form, removal } = overlays;
  useIdlePreload(loadOverlays);

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
          <Can any={['user-group-add']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => form.open(undefined)}>
              {t('action.create')}
            </Button>
          </Can>
        }
        selection={can('user-group-del') ? selection : undefined}
        bulkActions={
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </Button>
        }
        empty={{ icon: <TeamOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      {Object.values(overlays).some(({ wasOpened }) => wasOpened) && (
        <Suspense fallback={null}>
          <UserGroupOverlays overlays={overlays} onDeleted={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
