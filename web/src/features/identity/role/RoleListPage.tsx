import { PartitionOutlined } from '@ant-design/icons';
import { ROLE_TYPES, RoleQuery } from '@jadegate/contract/identity/role-endpoints';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { roleColumns } from './role.columns.tsx';
import { rolesQuery } from './role.queries.ts';
import type { RoleTargets } from './RoleOverlays.tsx';
import { RoleRowActions } from './RoleRowActions.tsx';

const RoleOverlays = lazyOverlays(async () => (await import('./RoleOverlays.tsx')).RoleOverlays);

/** Roles: which pages and actions of the console an administrator holds. */
export function RoleListPage() {
  const { t } = useTranslation('role');
  const overlays = useOverlays<RoleTargets>();
  const { open } = overlays;

  const columns = useMemo(() => roleColumns(t, (row) => <RoleRowActions row={row} open={open} />), [t, open]);

  return (
    <RecordListPage
      words="role"
      menu="role"
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
      action={<CreateButton access="role-add" label={t('action.create')} onClick={() => open('form')} />}
      tickAccess={['role-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton
          label={t('action.delete')}
          refusal={rows.every(({ deletable }) => deletable) ? undefined : t('help.builtInSelected')}
          onClick={() => open('removal', rows)}
        />
      )}
      icon={<PartitionOutlined aria-hidden />}
      renderOverlays={(onDone) => <RoleOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
