import { UserGroupInput, type UserGroup } from '@jadegate/contract/user-group';
import { useQuery } from '@tanstack/react-query';
import { App, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import {
  memberOptionsQuery,
  useCreateUserGroup,
  userGroupQuery,
  useUpdateUserGroup,
} from './user-group.queries.ts';

interface UserGroupFormDrawerProps {
  open: boolean;
  /** The group to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

const Field = FormField<keyof UserGroupInput>;
const BLANK: UserGroupInput = { name: '', members: [] };

function toInput({ name, members }: UserGroup): UserGroupInput {
  return { name, members: members.map(({ id }) => id) };
}

export function UserGroupFormDrawer({ open, id, onClose }: UserGroupFormDrawerProps) {
  const { t } = useTranslation('user-group');
  const { message } = App.useApp();
  const create = useCreateUserGroup();
  const update = useUpdateUserGroup();
  const people = useQuery({ ...memberOptionsQuery(), enabled: open });
  const group = useQuery({ ...userGroupQuery(id ?? ''), enabled: open && id !== undefined });
  const isNew = id === undefined;
  // Not what an earlier look left in the cache: somebody else may have changed it since.
  const stored = group.isSuccess && !group.isFetching ? toInput(group.data) : undefined;

  const save = async (body: UserGroupInput) => {
    await (isNew ? create.mutateAsync(body) : update.mutateAsync({ id, body }));
    message.success(t('message.saved', { name: body.name }));
  };

  return (
    <FormDrawer
      open={open}
      title={isNew ? t('action.create') : t('title.edit')}
      schema={UserGroupInput}
      initial={isNew ? BLANK : stored}
      loadError={group.error}
      onRetry={() => void group.refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="members" label={t('field.members')} help={t('help.members')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={memberOptions(people.data, group.data)}
          loading={people.isFetching}
        />
      </Field>
    </FormDrawer>
  );
}

/** Members are known by name before everybody else is, so that nobody ever shows as an id. */
function memberOptions(
  people: readonly { id: string; nickname: string }[] | undefined,
  group: UserGroup | undefined,
) {
  return people === undefined
    ? group?.members.map(({ id, name }) => ({ value: id, label: name }))
    : people.map(({ id, nickname }) => ({ value: id, label: nickname }));
}
