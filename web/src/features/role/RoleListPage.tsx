import { DeleteOutlined, PartitionOutlined, PlusOutlined } from '@ant-design/icons';
import { ROLE_TYPES, RoleQuery, type RoleRow } from '@jadegate/contract/role-endpoints';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { useCan } from '../../hooks/account.ts';
import { useIdlePreload } from '../../hooks/useIdlePreload.ts';
import { roleColumns } from './role.columns.tsx';
import { rolesQuery } from './role.queries.ts';
import { RoleRowActions } from './RoleRowActions.tsx';
import { useRoleOverlays } from './useRoleOverlays.ts';

const loadOverlays = () => import('./RoleOverlays.tsx');
const RoleOverlays = lazy(async () => ({ default: (await loadOverlays()).RoleOverlays }));

/** Roles: which pages and actions of the console an administrator holds. */
export function RoleListPage() {
  const { t } = useTranslation('role');
  const can = useCan();
  const selection = useSelection<RoleRow>();
  const overlays = useRoleOverlays();
  const { form, removal } = overlays;
  useIdlePreload(loadOverlays);

  const columns = useMemo(
    () => roleColumns(t, (row) => <RoleRowActions row={row} onEdit={form.open} onDelete={removal.open} />),
    [t, form.open, removal.open],
  );
  const hasBuiltIn = selection.rows.some(({ deletable }) => !deletable);

  return (
    <>
      <ListPage
        name="role"
        title={t('title.list')}
        description={t('title.description')}
        access={['role']}
        schema={RoleQuery}
        read={rolesQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        filters={[
          {
            name: 'type',
            label: t('field.type'),
            options: ROLE_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
          },
        ]}
        action={
          <Can any={['role-add']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => form.open(undefined)}>
              {t('action.create')}
            </Button>
          </Can>
        }
        selection={can('role-del') ? selection : undefined}
        bulkActions={
          <Tooltip title={hasBuiltIn ? t('help.builtInSelected') : undefined}>
            <span>
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                disabled={hasBuiltIn}
                onClick={() => removal.open(selection.rows)}
              >
                {t('action.delete')}
              </Button>
            </span>
          </Tooltip>
        }
        empty={{
          icon: <PartitionOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      {Object.values(overlays).some(({ wasOpened }) => wasOpened) && (
        <Suspense fallback={null}>
          <RoleOverlays overlays={overlays} onDeleted={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
