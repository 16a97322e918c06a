import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';

import { returnPath } from '../../../api/return-path.ts';
import { readToken, subscribeLogin } from '../../../api/storage.ts';
import { PreferenceBar } from '../../../components/PreferenceBar.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { useBranding } from '../../../hooks/branding.ts';
import { loadAllWords } from '../../../i18n/index.ts';
import { ForcedChangeForm } from './ForcedChangeForm.tsx';
import { LoginForm } from './LoginForm.tsx';
import { LoginFrame } from './LoginFrame.tsx';

// Few people ever see it, so it is not part of the first load.
const EnrolSteps = lazy(async () => {
  const [{ EnrolSteps: steps }] = await Promise.all([import('./EnrolSteps.tsx'), loadAllWords()]);
  return { default: steps };
});

const PasskeySteps = lazy(async () => {
  const [{ PasskeySteps: steps }] = await Promise.all([import('./PasskeySteps.tsx'), loadAllWords()]);
  return { default: steps };
});

// As soon as there is something to type into: who has no source to choose from waits for nothing.
const SourceButtons = lazy(async () => {
  const [{ SourceButtons: buttons }] = await Promise.all([import('./SourceButtons.tsx'), loadAllWords()]);
  return { default: buttons };
});

/** Where everybody starts: signing in, and the steps that a login may owe before anything else. */
export function LoginPage() {
  const { name, description, contact } = useBranding();
  return (
    <LoginFrame name={name} description={description} contact={contact} tools={<PreferenceBar />}>
      <LoginSteps />
    </LoginFrame>
  );
}

function LoginSteps() {
  const token = useSyncExternalStore(subscribeLogin, readToken);
  const account = useAccount();
  const { search, hash } = useLocation();
  const [typedPassword, setTypedPassword] = useState('');
  // Stays until the recovery codes were kept: the login is complete as soon as the code was right.
  const [enrolling, setEnrolling] = useState<'enrol-totp' | 'enrol-passkey'>();
  const [hasForm, setHasForm] = useState(true);
  if (token === null) {
    return (
      <>
        {hasForm && <LoginForm onTyped={setTypedPassword} />}
        <Suspense fallback={null}>
          <SourceButtons hasForm={hasForm} onForm={setHasForm} />
        </Suspense>
      </>
    );
  }
  const step = enrolling ?? account?.owedStep;
  if (account && (step === 'enrol-totp' || step === 'enrol-passkey')) {
    const Steps = step === 'enrol-totp' ? EnrolSteps : PasskeySteps;
    return (
      <Suspense fallback={null}>
        <Steps
          account={account}
          onEnrolled={() => setEnrolling(step)}
          onDone={() => setEnrolling(undefined)}
        />
      </Suspense>
    );
  }
  if (account?.owedStep === 'change-password') {
    return <ForcedChangeForm account={account} oldPassword={typedPassword} />;
  }
  return <Navigate to={returnPath(search) + hash} replace />;
}
