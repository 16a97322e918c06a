import type { UserOption } from '@jadegate/contract/identity/user';
import { UserGroupInput, type UserGroup } from '@jadegate/contract/identity/user-group';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import { personName } from '../../../components/person-name.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import {
  memberOptionsQuery,
  useCreateUserGroup,
  userGroupQuery,
  useUpdateUserGroup,
} from './user-group.queries.ts';

const Field = FormField<keyof UserGroupInput>;
const BLANK: UserGroupInput = { name: '', members: [] };

function toInput({ name, members }: UserGroup): UserGroupInput {
  return { name, members: members.map(({ id }) => id) };
}

export function UserGroupFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('user-group');
  const save = useSaveRecord(id, useCreateUserGroup(), useUpdateUserGroup());
  const people = useQuery({ ...memberOptionsQuery(), enabled: open });
  const stored = useQuery({ ...userGroupQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput, save }}
      words="user-group"
      schema={UserGroupInput}
      blank={BLANK}
      nameOf={({ name }) => name}
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="members" label={t('field.members')} help={t('help.members')}>
        <ManySelect
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={memberOptions(people.data, stored.data)}
          loading={people.isFetching}
        />
      </Field>
    </RecordDrawer>
  );
}

/** Members are known by name before everybody else is, so that nobody ever shows as an id. */
function memberOptions(people: readonly UserOption[] | undefined, group: UserGroup | undefined) {
  return people === undefined
    ? group?.members.map(({ id, name, username }) => ({ value: id, label: personName(name, username) }))
    : people.map(({ id, nickname, username }) => ({ value: id, label: personName(nickname, username) }));
}
