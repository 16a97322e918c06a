import { Suspense } from 'react';

import {
  OfflineSessionPage,
  type SessionFilesProps,
} from '../features/session/session/OfflineSessionPage.tsx';
import { lazyComponent } from './lazy-component.ts';

const files = lazyComponent<SessionFilesProps>(
  async () =>
    (await import('../features/files/storage-log/SessionStorageLogDrawer.tsx')).SessionStorageLogDrawer,
);

/** Past sessions with the file log of another feature: features do not know each other. */
export function OfflineWithFiles() {
  return (
    <OfflineSessionPage
      renderFiles={(props) => (
        <Suspense fallback={null}>
          <files.Component {...props} />
        </Suspense>
      )}
    />
  );
}
