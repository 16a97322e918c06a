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

const evidence = lazyComponent<SessionFilesProps>(
  async () => (await import('../features/platform/evidence/SessionEvidenceDrawer.tsx')).SessionEvidenceDrawer,
);

/** Past sessions with the file log and the evidence of other features: features do not know each other. */
export function OfflineWithFiles() {
  return (
    <OfflineSessionPage
      renderFiles={(props) => (
        <Suspense fallback={null}>
          <files.Component {...props} />
        </Suspense>
      )}
      renderEvidence={(props) => (
        <Suspense fallback={null}>
          <evidence.Component {...props} />
        </Suspense>
      )}
    />
  );
}
