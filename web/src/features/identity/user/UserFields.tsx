import { USER_TYPES, type UserType } from '@jadegate/contract/identity/role';
import type { UserChange } from '@jadegate/contract/identity/user';
import { roleName } from '@jadegate/contract/words/roles';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { FormField } from '../../../components/form/FormField.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { roleOptionsQuery } from './user.queries.ts';

const Field = FormField<keyof UserChange>;

/** The fields that a new and a changed person have in common. Roles are for administrators. */
export function UserFields({ isSelf = false }: { isSelf?: boolean }) {
  const { t } = useTranslation('user');
  const isAdmin = Form.useWatch<UserType | undefined>('type') === 'admin';
  const language = useLanguage();
  const roles = useQuery({ ...roleOptionsQuery(), enabled: isAdmin });
  return (
    <>
      <Field name="username" label={t('field.username')} help={t('help.username')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="nickname" label={t('field.nickname')} help={t('help.nickname')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="type" label={t('field.type')} help={t('help.type')}>
        <Segmented options={USER_TYPES.toReversed().map((value) => ({ value, label: t(`type.${value}`) }))} />
      </Field>
      {isAdmin && (
        <Field name="roles" label={t('field.roles')} help={t('help.roles')}>
          <ManySelect
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={roles.data?.map((role) => ({ value: role.id, label: roleName(role, language) }))}
            loading={roles.isFetching}
          />
        </Field>
      )}
      <Field
        name="mail"
        label={t('field.mail')}
        {...(isSelf && { help: <Link to="/info">{t('help.ownMail')}</Link> })}
      >
        <Input type="email" autoComplete="off" disabled={isSelf} />
      </Field>
    </>
  );
}
