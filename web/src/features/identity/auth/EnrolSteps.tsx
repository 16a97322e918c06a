import type { AccountInfo } from '@jadegate/contract/identity/account';
import { confirmTotp, reloadTotp } from '@jadegate/contract/identity/second-factor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../api/call.ts';
import { clearLogin, saveUser } from '../../../api/storage.ts';
import { RecoveryCodeSheet } from '../../../components/RecoveryCodeSheet.tsx';
import { TotpSecret } from '../../../components/TotpSecret.tsx';
import { Notice, SubmitButton, TextField } from './PlainField.tsx';

import plain from '../../../components/plain.module.css';
import styles from './LoginPage.module.css';

interface EnrolStepsProps {
  account: AccountInfo;
  /** The code was right: the login is complete from here on. */
  onEnrolled: () => void;
  /** The recovery codes were kept. */
  onDone: () => void;
}

/** The step between the password and everything else where two-step verification is compulsory. */
export function EnrolSteps({ account, onEnrolled, onDone }: EnrolStepsProps) {
  const { t } = useTranslation('auth');
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <RecoveryCodeSheet
        codes={codes}
        account={account.username}
        doneLabel={t('action.goOn')}
        onDone={onDone}
      />
    );
  }
  return (
    <EnrolForm
      onConfirmed={(made) => {
        setCodes(made);
        onEnrolled();
        saveUser({ ...account, owedStep: null, enableTotp: true });
      }}
    />
  );
}

function EnrolForm({ onConfirmed }: { onConfirmed: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('auth');
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const setup = useQuery({
    queryKey: ['totp-setup'],
    queryFn: ({ signal }) => call(reloadTotp, { signal }),
    // The answer is a secret: it goes with the page, and asking again would make another.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    meta: { errors: 'caller' },
  });
  const confirm = useMutation({
    mutationFn: (totp: string) => call(confirmTotp, { body: { totp, secret: setup.data?.secret } }),
    gcTime: 0,
    meta: { errors: 'caller' },
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setIsEmpty(typed === '');
    if (typed !== '') {
      confirm.mutate(typed);
    }
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h1 className={styles.title}>{t('enrol.title')}</h1>
      <p className={styles.help}>{t('enrol.help')}</p>
      <Notice message={setup.error?.message ?? confirm.error?.message} />
      {setup.data && (
        <TotpSecret qr={setup.data.qr} secret={setup.data.secret} onReload={() => void setup.refetch()} />
      )}
      <TextField
        label={t('field.firstCode')}
        name="totp"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        value={code}
        error={isEmpty && code.trim() === '' ? t('totp.empty') : undefined}
        onChange={setCode}
      />
      <SubmitButton isRunning={confirm.isPending}>{t('action.enrol')}</SubmitButton>
      <button type="button" className={plain.link} onClick={clearLogin}>
        {t('action.otherAccount')}
      </button>
    </form>
  );
}
