import { LIMITS } from '@jadegate/contract/limits';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { Notice, SubmitButton, TextField } from './PlainField.tsx';

import plain from '../../../components/plain.module.css';
import styles from './LoginPage.module.css';

interface TotpDialogProps {
  message: string | undefined;
  isRunning: boolean;
  onSubmit: (code: string) => void;
  /** A passkey instead of a code; nothing where none can be given. */
  onPasskey?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks for the one-time code, or a recovery code. It stays open when the code was wrong. */
export function TotpDialog({ message, isRunning, onSubmit, onPasskey, onClose }: TotpDialogProps) {
  const { t } = useTranslation(['auth', 'common']);
  const dialog = useRef<HTMLDialogElement>(null);
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setIsEmpty(typed === '');
    if (typed !== '') {
      onSubmit(typed);
    }
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={t('totp.title')} onCancel={onClose}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <h2 className={styles.title}>{t('totp.title')}</h2>
        <p className={styles.help}>{t('totp.help')}</p>
        <Notice message={message} />
        <TextField
          label={t('field.totp')}
          name="totp"
          autoComplete="one-time-code"
          maxLength={LIMITS.factorCode.max}
          autoFocus
          value={code}
          error={isEmpty && code.trim() === '' ? t('totp.empty') : undefined}
          onChange={setCode}
        />
        <SubmitButton isRunning={isRunning}>{t('action.verify')}</SubmitButton>
        {onPasskey && (
          <button type="button" className={plain.button} disabled={isRunning} onClick={onPasskey}>
            {t('totp.passkey')}
          </button>
        )}
        <button type="button" className={plain.link} onClick={onClose}>
          {t('common:action.cancel')}
        </button>
      </form>
    </dialog>
  );
}
