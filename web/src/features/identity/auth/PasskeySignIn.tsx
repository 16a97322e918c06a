import { TOTP_REQUIRED } from '@jadegate/contract/envelope';
import { finishPasskeySignIn, startPasskeySignIn } from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { askPasskey, endPasskeyOffer, offerPasskey } from '../../../api/passkey.ts';
import { saveLogin } from '../../../api/storage.ts';
import { Notice } from './PlainField.tsx';
import { TotpDialog } from './TotpDialog.tsx';

import styles from './SourceButtons.module.css';

/** A challenge lives for two minutes; what the browser offers in the field is asked for anew before that. */
const OFFER_MS = 110_000;

interface Given {
  answer: PasskeyAnswer;
  binding: string;
  totp?: string;
}

/** Signing in with a passkey: by a button, and among what the browser offers in the field for the user name. */
export function PasskeySignIn({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('passkey');
  const [given, setGiven] = useState<Given>();
  const finish = useMutation({
    mutationFn: ({ answer, binding, totp }: Given) =>
      call(finishPasskeySignIn, { body: { passkey: answer, binding, ...(totp !== undefined && { totp }) } }),
    meta: { errors: 'caller' },
    onSuccess: ({ token, info }) => saveLogin(token, info),
    // Kept while a code is asked for; anything else needs another answer.
    onSettled: (_data, error, tried) =>
      setGiven(needsTotp(error) || tried.totp !== undefined ? tried : undefined),
  });
  const { mutate } = finish;
  const ask = useMutation({
    mutationFn: async () => {
      const { question, binding } = await call(startPasskeySignIn, { body: { purpose: 'login' } });
      return { answer: await askPasskey(question), binding };
    },
    meta: { errors: 'caller' },
    onSuccess: (answered) => mutate(answered),
  });
  const isWaiting = ask.isPending || finish.isPending || given !== undefined;
  useOffer(!isWaiting, mutate);
  const isRunning = ask.isPending || finish.isPending;
  const message = needsTotp(finish.error) ? undefined : (finish.error ?? ask.error)?.message;
  return (
    <>
      {given === undefined && <Notice message={message} />}
      <button
        type="button"
        className={styles.source}
        autoFocus={isFirst}
        disabled={isRunning}
        onClick={() => {
          finish.reset();
          ask.mutate();
        }}
      >
        <KeyIcon />
        <span>{t(isRunning ? 'waiting' : 'action.signIn')}</span>
      </button>
      {given !== undefined && (
        <TotpDialog
          message={message}
          isRunning={finish.isPending}
          onSubmit={(totp) => mutate({ ...given, totp })}
          onClose={() => {
            setGiven(undefined);
            finish.reset();
          }}
        />
      )}
    </>
  );
}

function needsTotp(error: Error | null): boolean {
  return error instanceof ApiError && error.code === TOTP_REQUIRED;
}

/** While nothing else is asked: the browser offers passkeys where the user name is typed. */
function useOffer(isOpen: boolean, onAnswer: (given: Given) => void): void {
  useEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    let isOver = false;
    let timer = 0;
    const offer = async () => {
      const { question, binding } = await call(startPasskeySignIn, { body: { purpose: 'login' } });
      if (isOver) {
        return;
      }
      timer = window.setTimeout(() => void endPasskeyOffer().then(begin), OFFER_MS);
      const answer = await offerPasskey(question, () => !isOver);
      if (answer !== undefined && !isOver) {
        onAnswer({ answer, binding });
      }
    };
    const begin = () => {
      if (!isOver && document.visibilityState === 'visible') {
        // Nothing is said of an offer that cannot be made: the button is there.
        offer().catch(() => undefined);
      }
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [isOpen, onAnswer]);
}

function KeyIcon() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden
    >
      <circle cx="8" cy="8" r="4.5" />
      <path d="m11.5 11.5 8 8M16.5 16.5l2-2M19.5 19.5l1.5-1.5" />
    </svg>
  );
}
