import { changePassword, getAccountInfo, type AccountInfo } from '@jadegate/contract/identity/account';
import { LIMITS } from '@jadegate/contract/limits';
import { check } from '@jadegate/contract/validation';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { clearLogin, saveUser } from '../../../api/storage.ts';
import { repeatedPassword, type RepeatedPassword } from '../../../components/form/repeated-password.ts';
import { useBranding } from '../../../hooks/branding.ts';
import { usePreferences } from '../../../hooks/preferences.ts';
import { Notice, SubmitButton, TextField } from './PlainField.tsx';

import plain from '../../../components/plain.module.css';
import styles from './LoginPage.module.css';

interface ForcedChangeFormProps {
  account: AccountInfo;
  /** The password just typed, or nothing when the page was loaded anew: then it is asked for. */
  oldPassword: string;
}

/** The step between a one-time password and everything else. */
export function ForcedChangeForm({ account, oldPassword: typed }: ForcedChangeFormProps) {
  const { t } = useTranslation('auth');
  const { passwordMinLength } = useBranding();
  const { language } = usePreferences();
  const [asksForOld, setAsksForOld] = useState(typed === '');
  const [values, setValues] = useState({ oldPassword: typed, newPassword: '', newPassword2: '' });
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: RepeatedPassword) => {
      await call(changePassword, { body });
      // Another step may be owed after this one; the server knows.
      return call(getAccountInfo);
    },
    meta: { errors: 'caller' },
    onSuccess: (info) => saveUser(info),
    // It may have been changed elsewhere in the meantime; then it must be possible to type it.
    onError: (failure) => setAsksForOld((asks) => asks || isWrongOldPassword(failure)),
  });
  const refused = isChecked
    ? (check(repeatedPassword(passwordMinLength), values, language).fields ?? [])
    : [];
  const errorOf = (field: string) => refused.find(({ path }) => path === field)?.message;

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const { data } = check(repeatedPassword(passwordMinLength), values, language);
    if (data) {
      mutate(data);
    }
  };
  const field = (name: keyof typeof values) => ({
    name,
    label: t(`field.${name}`),
    isSecret: true,
    maxLength: LIMITS.password.max,
    value: values[name],
    error: errorOf(name),
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h1 className={styles.title}>{t('forced.title')}</h1>
      <p className={styles.help}>{t('forced.help')}</p>
      <Notice message={error?.message} />
      {/* Lets password managers file the new password under the right account. */}
      <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
      {asksForOld && <TextField {...field('oldPassword')} autoComplete="current-password" autoFocus />}
      <TextField
        {...field('newPassword')}
        autoComplete="new-password"
        autoFocus={!asksForOld}
        help={t('forced.rule', { min: passwordMinLength })}
      />
      <TextField {...field('newPassword2')} autoComplete="new-password" />
      <SubmitButton isRunning={isPending}>{t('action.change')}</SubmitButton>
      <button type="button" className={plain.link} onClick={clearLogin}>
        {t('action.otherAccount')}
      </button>
    </form>
  );
}

function isWrongOldPassword(error: unknown): boolean {
  return error instanceof ApiError && error.error === 'account.password_wrong';
}
