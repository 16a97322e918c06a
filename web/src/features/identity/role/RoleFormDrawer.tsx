import { RoleInput } from '@jadegate/contract/identity/role-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { tickedIn, toMenus } from './menu-ticks.ts';
import { MenuTreeField } from './MenuTreeField.tsx';
import { menusQuery, roleQuery, useCreateRole, useUpdateRole } from './role.queries.ts';

const BLANK: Partial<RoleInput> = { name: '' };

const Field = FormField<'name' | 'menus'>;

export function RoleFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('role');
  const language = useLanguage();
  const save = useSaveRecord(id, useCreateRole(), useUpdateRole());
  const tree = useQuery({ ...menusQuery(language), enabled: open });
  const role = useQuery({ ...roleQuery(id ?? ''), enabled: open && id !== undefined });
  const stored = {
    data: role.data,
    isFetching: role.isFetching,
    error: tree.error ?? role.error,
    refetch: () => Promise.all([tree.refetch(), ...(id === undefined ? [] : [role.refetch()])]),
  };
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored }}
      words="role"
      schema={RoleInput}
      blank={tree.data && BLANK}
      toInput={({ name, menus }) => tree.data && { name, menus: toMenus(tree.data, tickedIn(menus)) }}
      save={({ name, menus }) => save({ name, menus })}
      nameOf={({ name }) => name}
      wide
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="menus" label={t('field.menus')} help={t('help.menus')}>
        <MenuTreeField tree={tree.data ?? []} />
      </Field>
    </RecordDrawer>
  );
}
