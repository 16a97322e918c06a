import { PartitionOutlined } from '@ant-design/icons';
import { ROLE_TYPES, RoleQuery, type RoleRow } from '@jadegate/contract/identity/role-endpoints';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { roleColumns } from './role.columns.tsx';
import { rolesQuery } from './role.queries.ts';
import { RoleRowActions } from './RoleRowActions.tsx';
import { useRoleOverlays } from './useRoleOverlays.ts';

const RoleOverlays = lazyOverlays(async () => (await import('./RoleOverlays.tsx')).RoleOverlays);

/** Roles: which pages and actions of the console an administrator holds. */
export function RoleListPage() {
  const { t } = useTranslation('role');
  const can = useCan();
  const selection = useSelection<RoleRow>();
  const overlays = useRoleOverlays();
  const { form, removal } = overlays;

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
          <CreateButton access="role-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('role-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton
            refusal={hasBuiltIn ? t('help.builtInSelected') : undefined}
            onClick={() => removal.open(selection.rows)}
          >
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <PartitionOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <RoleOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
