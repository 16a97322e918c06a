import { newPassword } from '@jadegate/contract/identity/password-strength';
import { setUserPasswords, type UserRow } from '@jadegate/contract/identity/user';
import { MENU_IDS } from '@jadegate/contract/menu';
import { Alert, App, Switch, theme } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { PasswordInput } from '../../../components/form/PasswordInput.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { useBranding } from '../../../hooks/branding.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { NamedUsers } from './NamedUsers.tsx';
import { useSetUserPasswords } from './user.queries.ts';

interface UserPasswordDrawerProps extends OverlayProps<readonly UserRow[]> {
  onDone?: () => void;
}

type NewPassword = z.output<typeof setUserPasswords.body>;

const Field = FormField<keyof NewPassword>;
const BLANK: NewPassword = { password: '', mustChangePassword: true };

/** Gives one person, or several, a new password. */
export function UserPasswordDrawer({ open, target: rows = [], onClose, onDone }: UserPasswordDrawerProps) {
  const { t } = useTranslation('user');
  const { passwordMinLength } = useBranding();
  const schema = useMemo(
    () => setUserPasswords.body.extend({ password: newPassword(passwordMinLength) }),
    [passwordMinLength],
  );
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const change = useSetUserPasswords();
  const account = useAccount();
  // The server sees to it: what this administrator knows must not open what the person is granted later.
  const holdsEverything = MENU_IDS.every((menu) => account?.menus.includes(menu));
  const count = rows.length;
  const name = rows[0]?.nickname ?? '';

  const save = async (input: NewPassword) => {
    try {
      await change.mutateAsync({ ...input, ids: rows.map(({ id }) => id) });
    } finally {
      change.reset();
    }
    message.success(
      count === 1 ? t('message.passwordChanged', { name }) : t('message.passwordChangedMany', { count }),
    );
    onDone?.();
  };

  return (
    <FormDrawer
      open={open}
      title={count === 1 ? t('title.password', { name }) : t('title.passwordMany', { count })}
      schema={schema}
      initial={BLANK}
      submitLabel={t('action.changePassword')}
      onSubmit={save}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={t('confirm.password.help')}
        description={count > 1 && <NamedUsers rows={rows} />}
        style={{ marginBottom: token.margin }}
      />
      <Field
        name="password"
        label={t('field.newPassword')}
        help={t('help.password', { min: passwordMinLength })}
      >
        <PasswordInput />
      </Field>
      <Field
        name="mustChangePassword"
        label={t('field.mustChangePassword')}
        help={holdsEverything ? t('help.mustChangePassword') : t('help.mustChangeAlways')}
        valuePropName="checked"
      >
        <Switch disabled={!holdsEverything} />
      </Field>
    </FormDrawer>
  );
}
