import { newPassword } from '@jadegate/contract/identity/password-strength';
import { NewUser } from '@jadegate/contract/identity/user';
import { App, Switch } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { PasswordInput } from '../../../components/form/PasswordInput.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { GroupSelect } from './GroupSelect.tsx';
import { useCreateUser } from './user.queries.ts';
import { UserFields } from './UserFields.tsx';

const Field = FormField<keyof NewUser>;

const BLANK: NewUser = {
  username: '',
  nickname: '',
  type: 'user',
  roles: [],
  mail: '',
  password: '',
  mustChangePassword: true,
  groups: [],
};

export function UserCreateDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('user');
  const { passwordMinLength } = useBranding();
  const schema = useMemo(
    () => NewUser.extend({ password: newPassword(passwordMinLength) }),
    [passwordMinLength],
  );
  const { message } = App.useApp();
  const create = useCreateUser();

  const save = async (input: NewUser) => {
    try {
      await create.mutateAsync({ ...input, roles: input.type === 'admin' ? input.roles : [] });
    } finally {
      create.reset();
    }
    message.success(t('message.saved', { name: input.nickname }));
  };

  return (
    <FormDrawer
      open={open}
      title={t('action.create')}
      schema={schema}
      initial={BLANK}
      onSubmit={save}
      onClose={onClose}
    >
      <UserFields />
      <Can any={['user-group-edit']}>
        <Field name="groups" label={t('field.groups')} help={t('help.groups')}>
          <GroupSelect />
        </Field>
      </Can>
      <Field
        name="password"
        label={t('field.password')}
        help={t('help.password', { min: passwordMinLength })}
      >
        <PasswordInput />
      </Field>
      <Field
        name="mustChangePassword"
        label={t('field.mustChangePassword')}
        help={t('help.mustChangePassword')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
    </FormDrawer>
  );
}
