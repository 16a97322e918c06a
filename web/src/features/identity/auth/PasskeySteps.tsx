import type { AccountInfo } from '@jadegate/contract/identity/account';
import { addPasskey, startAddingPasskey } from '@jadegate/contract/identity/passkey';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../api/call.ts';
import { makePasskey } from '../../../api/passkey.ts';
import { clearLogin, saveUser } from '../../../api/storage.ts';
import { RecoveryCodeSheet } from '../../../components/RecoveryCodeSheet.tsx';
import { Notice, SubmitButton } from './PlainField.tsx';

import plain from '../../../components/plain.module.css';
import styles from './LoginPage.module.css';

interface PasskeyStepsProps {
  account: AccountInfo;
  /** There is a passkey: the login is complete from here on. */
  onEnrolled: () => void;
  /** The recovery codes were kept. */
  onDone: () => void;
}

/** The step between signing in and everything else where a passkey is compulsory. */
export function PasskeySteps({ account, onEnrolled, onDone }: PasskeyStepsProps) {
  const { t } = useTranslation('passkey');
  const [codes, setCodes] = useState<readonly string[]>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const made = await makePasskey(await call(startAddingPasskey));
      return call(addPasskey, { body: { name: t('defaultName', { number: 1 }), made } });
    },
    gcTime: 0,
    meta: { errors: 'caller' },
    onSuccess: ({ recoveryCodes }) => {
      if (recoveryCodes.length > 0) {
        setCodes(recoveryCodes);
        onEnrolled();
      }
      saveUser({ ...account, owedStep: null, hasPasskey: true });
    },
  });
  if (codes !== undefined) {
    return (
      <RecoveryCodeSheet
        codes={codes}
        account={account.username}
        doneLabel={t('action.start')}
        onDone={onDone}
      />
    );
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h1 className={styles.title}>{t('enrol.title')}</h1>
      <p className={styles.help}>{t('enrol.help')}</p>
      <Notice message={error?.message} />
      <SubmitButton isRunning={isPending}>{t('action.goOn')}</SubmitButton>
      <button type="button" className={plain.link} onClick={clearLogin}>
        {t('action.otherAccount')}
      </button>
    </form>
  );
}
