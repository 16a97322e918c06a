import { TeamOutlined } from '@ant-design/icons';
import { UserGroupQuery } from '@jadegate/contract/identity/user-group';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { userGroupColumns } from './user-group.columns.tsx';
import { userGroupsQuery } from './user-group.queries.ts';
import type { UserGroupTargets } from './UserGroupOverlays.tsx';

const UserGroupOverlays = lazyOverlays(
  async () => (await import('./UserGroupOverlays.tsx')).UserGroupOverlays,
);

/** Groups of people, who are given access together. */
export function UserGroupListPage() {
  const { t } = useTranslation('user-group');
  const overlays = useOverlays<UserGroupTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () =>
      userGroupColumns(t, (row) => (
        <EditDeleteActions
          words="user-group"
          name={row.name}
          edit={{ access: 'user-group-edit', onClick: () => open('form', row.id) }}
          remove={{ access: 'user-group-del', onClick: () => open('removal', [row]) }}
        />
      )),
    [t, open],
  );

  return (
    <RecordListPage
      words="user-group"
      menu="user-group"
      schema={UserGroupQuery}
      read={userGroupsQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      action={
        <CreateButton access="user-group-add" label={t('action.create')} onClick={() => open('form')} />
      }
      tickAccess={['user-group-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<TeamOutlined aria-hidden />}
      renderOverlays={(onDone) => <UserGroupOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
