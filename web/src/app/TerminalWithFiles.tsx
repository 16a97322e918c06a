import { Suspense } from 'react';

import { TerminalPage, type FilesProps } from '../features/terminal/TerminalPage.tsx';
import { lazyComponent } from './lazy-component.ts';

const files = lazyComponent<FilesProps>(
  async () => (await import('../features/session-files/SessionFilesDrawer.tsx')).SessionFilesDrawer,
);

/** The terminal page with the file drawer of another feature: features do not know each other. */
export function TerminalWithFiles() {
  return (
    <TerminalPage
      renderFiles={(props) => (
        <Suspense fallback={null}>
          <files.Component {...props} />
        </Suspense>
      )}
    />
  );
}
