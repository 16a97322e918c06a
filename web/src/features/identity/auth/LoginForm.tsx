import { LoginRequest } from '@jadegate/contract/identity/account';
import type { SignInWays } from '@jadegate/contract/identity/source-sign-in';
import { check } from '@jadegate/contract/validation';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { usePreferences } from '../../../hooks/preferences.ts';
import { earlyTyping } from './early-typing.ts';
import { Notice, SubmitButton, TextField } from './PlainField.tsx';
import { TotpDialog } from './TotpDialog.tsx';
import { useEarlyTyping } from './useEarlyTyping.ts';
import { useLogin } from './useLogin.ts';

import styles from './LoginPage.module.css';

const NOTHING_TYPED = { username: '', password: '', remember: false };

interface LoginFormProps {
  /** Gets the password that worked, for the step that may follow. */
  onTyped: (password: string) => void;
}

export function LoginForm({ onTyped }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const { language } = usePreferences();
  const [values, setValues] = useState(() => earlyTyping()?.values ?? NOTHING_TYPED);
  const form = useEarlyTyping();
  const [isChecked, setIsChecked] = useState(false);
  const { signIn, signInWithPasskey, isRunning, message, needsTotp, giveUpTotp } = useLogin();
  const ways = useQueryClient().getQueryData<SignInWays>(['branding', 'sign-in-ways']);
  // Once something was refused, the sentences follow what is typed and the chosen language.
  const refused = isChecked ? (check(LoginRequest, values, language).fields ?? []) : [];
  const errorOf = (field: string) => refused.find(({ path }) => path === field)?.message;

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (check(LoginRequest, values, language).data) {
      onTyped(values.password);
      signIn(values);
    }
  };
  return (
    <>
      {/* A submit that no script hears must lead nowhere: the password would stand in the address. */}
      <form ref={form} className={styles.form} method="dialog" onSubmit={handleSubmit} noValidate>
        <h1 className={styles.title}>{t('title.signIn')}</h1>
        {!needsTotp && <Notice message={message} />}
        <TextField
          label={t('field.username')}
          name="username"
          autoComplete="username webauthn"
          autoFocus
          value={values.username}
          error={errorOf('username')}
          onChange={(username) => setValues({ ...values, username })}
        />
        <TextField
          label={t('field.password')}
          name="password"
          isSecret
          autoComplete="current-password"
          value={values.password}
          error={errorOf('password')}
          onChange={(password) => setValues({ ...values, password })}
        />
        <label className={styles.remember}>
          <input
            type="checkbox"
            name="remember"
            checked={values.remember}
            onChange={(event) => setValues({ ...values, remember: event.target.checked })}
          />
          {t('field.remember')}
        </label>
        <SubmitButton isRunning={isRunning}>{t('action.signIn')}</SubmitButton>
      </form>
      {needsTotp && (
        <TotpDialog
          message={message}
          isRunning={isRunning}
          onSubmit={(totp) => signIn({ ...values, totp })}
          onPasskey={ways?.passkeys === true ? () => signInWithPasskey(values) : undefined}
          onClose={giveUpTotp}
        />
      )}
    </>
  );
}
