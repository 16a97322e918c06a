import { Suspense } from 'react';

import {
  TerminalPage,
  type FilesProps,
  type HostPanelProps,
  type ShareProps,
} from '../features/terminal/TerminalPage.tsx';
import { lazyComponent } from './lazy-component.ts';

const files = lazyComponent<FilesProps>(
  async () => (await import('../features/session-files/SessionFilesDrawer.tsx')).SessionFilesDrawer,
);
const hostPanel = lazyComponent<HostPanelProps>(
  async () => (await import('../features/host-panel/HostPanelDrawer.tsx')).HostPanelDrawer,
);
const share = lazyComponent<ShareProps>(
  async () => (await import('../features/session-share/ShareModal.tsx')).ShareModal,
);

/** The terminal page with the drawers of other features: features do not know each other. */
export function TerminalWithFiles() {
  return (
    <TerminalPage
      renderFiles={(props) => (
        <Suspense fallback={null}>
          <files.Component {...props} />
        </Suspense>
      )}
      renderShare={(props) => (
        <Suspense fallback={null}>
          <share.Component {...props} />
        </Suspense>
      )}
      renderHostPanel={(props) => (
        <Suspense fallback={null}>
          <hostPanel.Component {...props} />
        </Suspense>
      )}
    />
  );
}
