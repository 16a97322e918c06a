import { Navigate } from 'react-router';

import { SignedIn } from './SignedIn.tsx';

/** `/`: reads who is signed in, stores it, and sends them to their side of the house. */
export function RootRedirect() {
  return (
    <SignedIn fresh>
      {({ type }) => <Navigate to={type === 'user' ? '/my-asset' : '/dashboard'} replace />}
    </SignedIn>
  );
}
