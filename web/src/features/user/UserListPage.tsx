import { PlusOutlined, UserOutlined } from '@ant-design/icons';
import type { UserRow } from '@jadegate/contract/user';
import { Button } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { useCan } from '../../hooks/account.ts';
import { useIdlePreload } from '../../hooks/useIdlePreload.ts';
import { UserListQuery } from './user-schemas.ts';
import { userColumns } from './user.columns.tsx';
import { usersQuery } from './user.queries.ts';
import { UserBulkActions } from './UserBulkActions.tsx';
import { UserRowActions } from './UserRowActions.tsx';
import { UserStatusCell } from './UserStatusCell.tsx';
import { useUserOverlays } from './useUserOverlays.ts';

const loadOverlays = () => import('./UserOverlays.tsx');
const UserOverlays = lazy(async () => ({ default: (await loadOverlays()).UserOverlays }));

/** The people who may sign in here. */
export function UserListPage() {
  const { t } = useTranslation('user');
  const can = useCan();
  const selection = useSelection<UserRow>();
  const overlays = useUserOverlays();
  const { form, disabling, password, totp, removal } = overlays;
  useIdlePreload(loadOverlays);

  const columns = useMemo(
    () =>
      userColumns(
        t,
        (row) => <UserStatusCell row={row} onDisable={disabling.open} />,
        (row) => (
          <UserRowActions
            row={row}
            onEdit={form.open}
            onChangePassword={password.open}
            onResetTotp={totp.open}
            onDelete={removal.open}
          />
        ),
      ),
    [t, disabling.open, form.open, password.open, totp.open, removal.open],
  );
  const canTick = can('user-change-password', 'user-reset-totp', 'user-del');

  return (
    <>
      <ListPage
        name="user"
        title={t('title.list')}
        description={t('title.description')}
        access={['user']}
        schema={UserListQuery}
        read={usersQuery}
        columns={columns}
        nameOf={({ nickname }) => nickname}
        search={{ name: 'nickname', placeholder: t('placeholder.search') }}
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
          <Can any={['user-add']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => form.open(undefined)}>
              {t('action.create')}
            </Button>
          </Can>
        }
        selection={canTick ? selection : undefined}
        bulkActions={<UserBulkActions rows={selection.rows} overlays={overlays} />}
        empty={{ icon: <UserOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      {Object.values(overlays).some(({ wasOpened }) => wasOpened) && (
        <Suspense fallback={null}>
          <UserOverlays overlays={overlays} onDone={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
