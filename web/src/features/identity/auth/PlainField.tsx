import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './PlainField.module.css';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'value'
>;

interface TextFieldProps extends InputProps {
  label: string;
  help?: string;
  error: string | undefined;
  isSecret?: boolean;
  onChange: (value: string) => void;
}

/** A labelled input with its error. Plain HTML: the login page loads before Ant Design does. */
export function TextField({ label, help, error, isSecret = false, onChange, ...input }: TextFieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const note = error ?? help;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-invalid={error !== undefined}>
        <input
          {...input}
          id={id}
          type={isSecret && !isShown ? 'password' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
        {isSecret && <RevealButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.help : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}

function RevealButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useTranslation('auth');
  const label = isShown ? t('action.hidePassword') : t('action.showPassword');
  return (
    <button type="button" className={styles.reveal} aria-label={label} title={label} onClick={onToggle}>
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        aria-hidden
      >
        <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
        <circle cx="12" cy="12" r="3" />
        {!isShown && <path d="M4 20 20 4" />}
      </svg>
    </button>
  );
}

/** What went wrong with the whole form. */
export function Notice({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p className={styles.notice} role="alert">
      {message}
    </p>
  );
}

export function SubmitButton({ isRunning, children }: { isRunning: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={styles.submit} disabled={isRunning}>
      {isRunning && <span className={styles.spinner} aria-hidden />}
      {children}
    </button>
  );
}
