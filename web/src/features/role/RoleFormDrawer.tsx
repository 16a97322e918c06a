import { RoleInput } from '@jadegate/contract/role-endpoints';
import { useQuery } from '@tanstack/react-query';
import { App, Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { tickedIn, toMenus } from './menu-ticks.ts';
import { MenuTreeField } from './MenuTreeField.tsx';
import { menusQuery, roleQuery, useCreateRole, useUpdateRole } from './role.queries.ts';

interface RoleFormDrawerProps {
  open: boolean;
  /** The role to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

const BLANK: Partial<RoleInput> = { name: '' };

const Field = FormField<'name' | 'menus'>;

export function RoleFormDrawer({ open, id, onClose }: RoleFormDrawerProps) {
  const { t } = useTranslation('role');
  const { message } = App.useApp();
  const language = useLanguage();
  const create = useCreateRole();
  const update = useUpdateRole();
  const tree = useQuery({ ...menusQuery(language), enabled: open });
  const role = useQuery({ ...roleQuery(id ?? ''), enabled: open && id !== undefined });

  const initial = (): Partial<RoleInput> | undefined => {
    if (tree.data === undefined || id === undefined) {
      return tree.data && BLANK;
    }
    return role.data && { name: role.data.name, menus: toMenus(tree.data, tickedIn(role.data.menus)) };
  };
  const retry = () => {
    void tree.refetch();
    if (id !== undefined) {
      void role.refetch();
    }
  };
  const save = async ({ name, menus }: RoleInput) => {
    const body = { name, menus };
    await (id === undefined ? create.mutateAsync(body) : update.mutateAsync({ id, body }));
    message.success(t('message.saved', { name }));
  };

  return (
    <FormDrawer
      open={open}
      wide
      title={id === undefined ? t('action.create') : t('title.edit')}
      schema={RoleInput}
      initial={initial()}
      loadError={tree.error ?? role.error}
      onRetry={retry}
      onSubmit={save}
      onClose={onClose}
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="menus" label={t('field.menus')} help={t('help.menus')}>
        <MenuTreeField tree={tree.data ?? []} />
      </Field>
    </FormDrawer>
  );
}
