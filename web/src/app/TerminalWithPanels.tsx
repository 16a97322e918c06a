import { Suspense, type ComponentProps } from 'react';

import type { CommandFormDrawer } from '../features/command/CommandFormDrawer.tsx';
import { TerminalPage } from '../features/terminal/TerminalPage.tsx';
import { lazyComponent } from './lazy-component.ts';
import { useSessionPanels } from './useSessionPanels.tsx';

const CommandForm = lazyComponent<ComponentProps<typeof CommandFormDrawer>>(
  async () => (await import('../features/command/CommandFormDrawer.tsx')).CommandFormDrawer,
).Component;

/** The terminal with what other features show of its sessions. */
export function TerminalWithPanels() {
  return (
    <TerminalPage
      panels={useSessionPanels()}
      renderNewCommand={({ content, onClose }) => (
        <Suspense fallback={null}>
          <CommandForm open id={undefined} scope="own" content={content} onClose={onClose} />
        </Suspense>
      )}
    />
  );
}
