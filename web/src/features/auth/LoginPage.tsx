import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';

import { returnPath } from '../../api/return-path.ts';
import { readToken, subscribeLogin } from '../../api/storage.ts';
import { BrandMark } from '../../components/BrandMark.tsx';
import { useAccount } from '../../hooks/account.ts';
import { useBranding } from '../../hooks/branding.ts';
import { loadAllWords } from '../../i18n/index.ts';
import { Backdrop } from './Backdrop.tsx';
import { ForcedChangeForm } from './ForcedChangeForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PreferenceBar } from './PreferenceBar.tsx';

import styles from './LoginPage.module.css';

// Few people ever see it, so it is not part of the first load.
const EnrolSteps = lazy(async () => {
  const [{ EnrolSteps: steps }] = await Promise.all([import('./EnrolSteps.tsx'), loadAllWords()]);
  return { default: steps };
});

/** Where everybody starts: signing in, and the steps that a login may owe before anything else. */
export function LoginPage() {
  const { name, description } = useBranding();
  return (
    <div className={styles.page}>
      <Backdrop />
      <PreferenceBar />
      <div className={styles.brand}>
        <BrandMark size={56} />
        <p className={styles.name}>{name}</p>
        <p className={styles.description}>{description}</p>
      </div>
      <main className={styles.card}>
        <LoginSteps />
      </main>
    </div>
  );
}

function LoginSteps() {
  const token = useSyncExternalStore(subscribeLogin, readToken);
  const account = useAccount();
  const { search, hash } = useLocation();
  const [typedPassword, setTypedPassword] = useState('');
  // Stays until the recovery codes were kept: the login is complete as soon as the code was right.
  const [isEnrolling, setIsEnrolling] = useState(false);
  if (token === null) {
    return <LoginForm onTyped={setTypedPassword} />;
  }
  if (account && (account.owedStep === 'enrol-totp' || isEnrolling)) {
    return (
      <Suspense fallback={null}>
        <EnrolSteps
          account={account}
          onEnrolled={() => setIsEnrolling(true)}
          onDone={() => setIsEnrolling(false)}
        />
      </Suspense>
    );
  }
  if (account?.owedStep === 'change-password') {
    return <ForcedChangeForm account={account} oldPassword={typedPassword} />;
  }
  return <Navigate to={returnPath(search) + hash} replace />;
}
