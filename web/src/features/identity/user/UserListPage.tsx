import { UploadOutlined, UserOutlined } from '@ant-design/icons';
import type { UserRow } from '@jadegate/contract/identity/user';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { UserListQuery } from './user-schemas.ts';
import { userColumns } from './user.columns.tsx';
import { usersQuery } from './user.queries.ts';
import { UserBulkActions } from './UserBulkActions.tsx';
import { UserRowActions } from './UserRowActions.tsx';
import { UserStatusCell } from './UserStatusCell.tsx';
import { useUserOverlays } from './useUserOverlays.ts';

const UserOverlays = lazyOverlays(async () => (await import('./UserOverlays.tsx')).UserOverlays);

/** The people who may sign in here. */
export function UserListPage() {
  const { t } = useTranslation('user');
  const can = useCan();
  const selection = useSelection<UserRow>();
  const overlays = useUserOverlays();
  const { form, disabling, password, totp, removal, importing } = overlays;

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
              <Button icon={<UploadOutlined aria-hidden />} onClick={() => importing.open(undefined)}>
                {t('action.import')}
              </Button>
            </Can>
            <CreateButton access="user-add" onClick={() => form.open(undefined)}>
              {t('action.create')}
            </CreateButton>
          </>
        }
        selection={canTick ? selection : undefined}
        bulkActions={<UserBulkActions rows={selection.rows} overlays={overlays} />}
        empty={{ icon: <UserOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      <UserOverlays overlays={overlays} onDone={selection.clear} />
    </>
  );
}
