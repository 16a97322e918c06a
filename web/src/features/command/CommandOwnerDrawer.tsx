import { changeCommandOwner, type Command } from '@jadegate/contract/command';
import { useQuery } from '@tanstack/react-query';
import { App, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { ownerOptionsQuery, useChangeCommandOwner } from './command.queries.ts';

interface CommandOwnerDrawerProps {
  open: boolean;
  command: Command | undefined;
  onClose: () => void;
}

const Field = FormField<'owner'>;

/** Gives a command to another person. */
export function CommandOwnerDrawer({ open, command, onClose }: CommandOwnerDrawerProps) {
  const { t } = useTranslation('command');
  const { message } = App.useApp();
  const change = useChangeCommandOwner();
  const people = useQuery({ ...ownerOptionsQuery(), enabled: open });
  const options = people.data?.map(({ id, nickname }) => ({ value: id, label: nickname }));

  const save = async (owner: string) => {
    if (command !== undefined) {
      await change.mutateAsync({ id: command.id, owner });
      message.success(t('message.ownerChanged', { name: command.name }));
    }
  };

  return (
    <FormDrawer
      open={open}
      title={t('title.changeOwner', { name: command?.name ?? '' })}
      schema={changeCommandOwner.query}
      initial={command && { owner: command.owner }}
      submitLabel={t('action.changeOwner')}
      onSubmit={({ owner }) => save(owner)}
      onClose={onClose}
    >
      <Field name="owner" label={t('field.owner')} help={t('help.owner')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={options} loading={people.isFetching} />
      </Field>
    </FormDrawer>
  );
}
