import { Outlet } from 'react-router';

import { AntdLayer } from './AntdLayer.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { SignedIn } from './SignedIn.tsx';

/** The frame of terminal, desktop, monitor and playback pages: none, so that the session has the whole window. */
export function SessionShell() {
  return (
    <AntdLayer>
      <SignedIn>
        {() => (
          <>
            <Outlet />
            <Shortcuts isSession />
          </>
        )}
      </SignedIn>
    </AntdLayer>
  );
}
