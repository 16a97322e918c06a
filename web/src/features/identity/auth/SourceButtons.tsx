import {
  listSignInWays,
  startSourceSignIn,
  type SourceButton,
} from '@jadegate/contract/identity/source-sign-in';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

import { call } from '../../../api/call.ts';
import { returnPath } from '../../../api/return-path.ts';
import { keepAway } from '../../../api/source-sign-in.ts';
import { SourceIcon } from '../../../components/SourceIcon.tsx';
import { Notice } from './PlainField.tsx';

import plain from '../../../components/plain.module.css';
import styles from './SourceButtons.module.css';

const PasskeySignIn = lazy(async () => ({ default: (await import('./PasskeySignIn.tsx')).PasskeySignIn }));

interface SourceButtonsProps {
  /** Whether the form for a password stands above. */
  hasForm: boolean;
  onForm: (isShown: boolean) => void;
}

/**
 * A passkey, and the identity sources one can sign in with, in their order. Where passwords are restricted they stand alone, unless there
 * are directories: their people type one in the form.
 */
export function SourceButtons({ hasForm, onForm }: SourceButtonsProps) {
  const { t } = useTranslation('sign-in-source');
  const { search, hash } = useLocation();
  const { data } = useQuery({
    queryKey: ['branding', 'sign-in-ways'],
    queryFn: async ({ signal }) => {
      const ways = await call(listSignInWays, { signal });
      const isTyped = ways.passwordLogin === 'allowed' || ways.directories.length > 0;
      if (!isTyped && (ways.sources.length > 0 || ways.passkeys)) {
        onForm(false);
      }
      return ways;
    },
    staleTime: 60_000,
    meta: { errors: 'caller' },
  });
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ key }: SourceButton) => {
      const begun = await call(startSourceSignIn, { params: { key } });
      keepAway(begun, { key, purpose: 'login', next: returnPath(search) + hash });
      window.location.assign(begun.url);
    },
    meta: { errors: 'caller' },
  });
  if (data === undefined || (data.sources.length + data.directories.length === 0 && !data.passkeys)) {
    return null;
  }
  return (
    <div className={styles.sources}>
      {hasForm && data.directories.length > 0 && (
        <p className={styles.directories}>
          {t(data.passwordLogin === 'allowed' ? 'directories' : 'directoriesOnly', {
            names: data.directories.join('、'),
          })}
        </p>
      )}
      {hasForm ? (
        (data.sources.length > 0 || data.passkeys) && <p className={styles.or}>{t('or')}</p>
      ) : (
        <h1 className={styles.title}>{t('title')}</h1>
      )}
      {data.passkeys && (
        <Suspense fallback={null}>
          <PasskeySignIn isFirst={!hasForm} />
        </Suspense>
      )}
      <Notice message={error?.message} />
      {data.sources.map((source, index) => (
        <button
          key={source.key}
          type="button"
          className={styles.source}
          // Where there is nothing to type, Enter is enough.
          autoFocus={!hasForm && !data.passkeys && index === 0}
          disabled={isPending}
          onClick={() => mutate(source)}
        >
          <SourceIcon icon={source.icon} />
          <span>
            {t(isPending && variables.key === source.key ? 'going' : 'with', { name: source.name })}
          </span>
        </button>
      ))}
      {!hasForm && data.passwordLogin === 'emergency' && (
        <button type="button" className={plain.link} onClick={() => onForm(true)}>
          {t('emergency')}
        </button>
      )}
    </div>
  );
}
