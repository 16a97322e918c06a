import { newPassword } from '@jadegate/contract/account';
import { NewUser } from '@jadegate/contract/user';
import { App, Input, Switch } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useBranding } from '../../hooks/branding.ts';
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
      <Field
        name="password"
        label={t('field.password')}
        help={t('help.password', { min: passwordMinLength })}
      >
        <Input.Password autoComplete="new-password" />
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
