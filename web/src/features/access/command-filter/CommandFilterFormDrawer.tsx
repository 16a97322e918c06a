import { CommandFilterInput, type CommandFilter } from '@jadegate/contract/access/command-filter';
import { App, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { useCan } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useCreateCommandFilter, useUpdateCommandFilter } from './command-filter.queries.ts';

const Field = FormField<keyof CommandFilterInput>;

export function CommandFilterFormDrawer({ open, target: filter, onClose }: OverlayProps<CommandFilter>) {
  const { t } = useTranslation('command-filter');
  const { message } = App.useApp();
  const can = useCan();
  const navigate = useNavigate();
  const create = useCreateCommandFilter();
  const update = useUpdateCommandFilter();
  const save = async (body: CommandFilterInput) => {
    const made = filter === undefined ? await create.mutateAsync(body) : undefined;
    if (filter !== undefined) {
      await update.mutateAsync({ id: filter.id, body });
    }
    message.success(t('message.saved', { name: body.name }));
    // Without rules it filters nothing: the next thing to do is there.
    if (made !== undefined && can('command-filter-detail')) {
      void navigate(`/command-filter/${made.id}?activeKey=rules`);
    }
  };
  return (
    <FormDrawer
      open={open}
      title={filter === undefined ? t('action.create') : t('title.edit')}
      schema={CommandFilterInput}
      initial={{ name: filter?.name ?? '' }}
      onSubmit={save}
      onClose={onClose}
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
    </FormDrawer>
  );
}
