import { Suspense, useEffect, type ComponentProps } from 'react';

import type { CommandFormDrawer } from '../features/access/command/CommandFormDrawer.tsx';
import { useDesktopTenant } from '../features/session/desktop/useDesktopTenant.tsx';
import { SessionFrame } from '../features/session/session-frame/SessionFrame.tsx';
import { useSessionDesk } from '../features/session/session-frame/useSessionDesk.ts';
import { useBroadcast } from '../features/session/terminal/useBroadcast.ts';
import { useTerminalTenant } from '../features/session/terminal/useTerminalTenant.tsx';
import { lazyComponent } from './lazy-component.ts';
import { useSessionPanels } from './useSessionPanels.tsx';

const CommandForm = lazyComponent<ComponentProps<typeof CommandFormDrawer>>(
  async () => (await import('../features/access/command/CommandFormDrawer.tsx')).CommandFormDrawer,
).Component;

/** The window of one's own sessions, of every kind, with what other features show of them. */
export function SessionPage() {
  const broadcast = useBroadcast();
  const desk = useSessionDesk({ storageKey: 'session-layout', onRenew: broadcast.rename });
  const panels = useSessionPanels();
  const { choose } = broadcast;
  const { begun } = desk;
  useEffect(() => {
    // Those that were opened together are typed into together.
    if (begun) {
      choose(begun.panes.map(({ id }) => id));
    }
  }, [begun, choose]);
  const terminals = useTerminalTenant({
    desk,
    broadcast,
    panels,
    renderNewCommand: ({ content, onClose }) => (
      <Suspense fallback={null}>
        <CommandForm open target={undefined} scope="own" content={content} onClose={onClose} />
      </Suspense>
    ),
  });
  const desktops = useDesktopTenant({ desk, panels });
  return (
    <>
      <SessionFrame desk={desk} tenants={[terminals.tenant, desktops]} />
      {terminals.dialogs}
    </>
  );
}
