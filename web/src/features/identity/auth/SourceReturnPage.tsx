import { TOTP_REQUIRED } from '@jadegate/contract/envelope';
import {
  finishOwnSource,
  finishSourceSignIn,
  listSignInWays,
} from '@jadegate/contract/identity/source-sign-in';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';

import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { forgetAway, readAway, type AwayAtSource } from '../../../api/source-sign-in.ts';
import { saveLogin } from '../../../api/storage.ts';
import { PreferenceBar } from '../../../components/PreferenceBar.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { giveFactor } from './passkey-factor.ts';
import { Notice } from './PlainField.tsx';
import { TotpDialog } from './TotpDialog.tsx';

import plain from '../../../components/plain.module.css';
import styles from './LoginPage.module.css';

/** Where an identity source sends the browser back to. What stands in the address is used once and taken out of it. */
export function SourceReturnPage() {
  const { name, description, contact } = useBranding();
  // Only read: React may render this several times before it shows it once, and each must find the same.
  const [returned] = useState(() => {
    const { search } = window.location;
    return { search, away: readAway(search) };
  });
  return (
    <LoginFrame name={name} description={description} contact={contact} tools={<PreferenceBar />}>
      {returned.away ? (
        <GoOn away={returned.away} search={returned.search} />
      ) : (
        <Failed message={undefined} />
      )}
    </LoginFrame>
  );
}

/** What goes beside the answer of the source where a second factor is asked for. */
interface Factor {
  totp?: string;
  withPasskey?: boolean;
}

function GoOn({ away, search }: { away: AwayAtSource; search: string }) {
  const { t } = useTranslation('sign-in-source');
  const navigate = useNavigate();
  const [needsTotp, setNeedsTotp] = useState(false);
  const { key, purpose, binding, next, remember } = away;
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: async ({ totp, withPasskey = false }: Factor) => {
      if (purpose === 'login') {
        const factor = withPasskey ? { passkey: await giveFactor() } : totp === undefined ? {} : { totp };
        const body = { binding, search, remember, ...factor };
        const { token, info } = await call(finishSourceSignIn, { params: { key }, body });
        saveLogin(token, info);
        await navigate(info.owedStep === null ? next : '/login', { replace: true });
      } else if (purpose === 'test') {
        await navigate(next, { replace: true, state: { sourceTest: { binding, search } } });
      } else {
        await call(finishOwnSource, { body: { binding, search } });
        if (purpose === 'link') {
          await navigate(next, { replace: true });
        } else {
          window.close();
        }
      }
    },
    meta: { errors: 'caller' },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === TOTP_REQUIRED) {
        setNeedsTotp(true);
      }
    },
  });
  const { data: ways } = useQuery({
    queryKey: ['branding', 'sign-in-ways'],
    queryFn: ({ signal }) => call(listSignInWays, { signal }),
    enabled: needsTotp,
    staleTime: 60_000,
    meta: { errors: 'caller' },
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isBegun.current) {
      isBegun.current = true;
      forgetAway(search);
      window.history.replaceState(window.history.state, '', window.location.pathname);
      mutate({});
    }
  }, [mutate, search]);
  const message = error instanceof ApiError && error.code === TOTP_REQUIRED ? undefined : error?.message;
  if (needsTotp) {
    return (
      <TotpDialog
        message={message}
        isRunning={isPending}
        onSubmit={(totp) => mutate({ totp })}
        onPasskey={ways?.passkeys === true ? () => mutate({ withPasskey: true }) : undefined}
        onClose={() => void navigate('/login', { replace: true })}
      />
    );
  }
  if (message !== undefined) {
    return <Failed message={message} />;
  }
  return <p role="status">{t(isSuccess && purpose === 'prove' ? 'proven' : 'returning')}</p>;
}

function Failed({ message }: { message: string | undefined }) {
  const { t } = useTranslation('sign-in-source');
  return (
    <div className={styles.form}>
      <h1 className={styles.title}>{t('failed')}</h1>
      <Notice message={message ?? t('notFromHere')} />
      <Link to="/login" className={plain.link}>
        {t('back')}
      </Link>
    </div>
  );
}
