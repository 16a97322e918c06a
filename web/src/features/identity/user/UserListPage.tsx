import { UploadOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { UserListQuery } from './user-schemas.ts';
import { userColumns } from './user.columns.tsx';
import { usersQuery } from './user.queries.ts';
import { UserBulkActions } from './UserBulkActions.tsx';
import type { UserTargets } from './UserOverlays.tsx';
import { UserRowActions } from './UserRowActions.tsx';
import { UserStatusCell } from './UserStatusCell.tsx';

const UserOverlays = lazyOverlays(async () => (await import('./UserOverlays.tsx')).UserOverlays);

/** The people who may sign in here. */
export function UserListPage() {
  const { t } = useTranslation('user');
  const overlays = useOverlays<UserTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () =>
      userColumns(
        t,
        (row) => <UserStatusCell row={row} onDisable={(user) => open('disabling', user)} />,
        (row) => <UserRowActions row={row} open={open} />,
      ),
    [t, open],
  );

  return (
    <RecordListPage
      words="user"
      menu="user"
      schema={UserListQuery}
      read={usersQuery}
      columns={columns}
      nameOf={({ nickname }) => nickname}
      search={{ name: 'keyword', placeholder: t('placeholder.search') }}
      filters={[
        {
          name: 'online',
          label: t('field.online'),
          options: [
            { value: 'true', label: t('status.online') },
            { value: 'false', label: t('status.offline') },
          ],
        },
      ]}
      action={
        <>
          <Can any={['user-add']}>
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => open('importing')}>
              {t('action.import')}
            </Button>
          </Can>
          <CreateButton access="user-add" label={t('action.create')} onClick={() => open('form')} />
        </>
      }
      tickAccess={['user-change-password', 'user-reset-totp', 'user-del']}
      renderBulk={(rows) => <UserBulkActions rows={rows} open={open} />}
      icon={<UserOutlined aria-hidden />}
      renderOverlays={(onDone) => <UserOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
