import { monitorSocket } from '@jadegate/contract/session/session';
import { useEffect, useRef } from 'react';

import { fillPath } from '../../../api/path.ts';
import { watchTerminal } from '../../../api/watch-terminal.ts';
import { FixedTerminal } from '../../../components/terminal/fixed-terminal.ts';
import { SCREEN_COLOURS } from '../../../components/terminal/screen-colours.ts';
import { screenEvents } from '../../../components/terminal/screen-events.ts';
import { SessionMonitor, type MonitorScreenProps } from './SessionMonitor.tsx';

import styles from '../../../components/session/SessionScreen.module.css';

/** Somebody's live terminal, to look at: the screen as it is, at its own size, scaled to the window. */
export function TermMonitorPage() {
  return <SessionMonitor screen={WatchedTerminal} />;
}

function WatchedTerminal({ sessionId, onState, onNotice }: MonitorScreenProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!holder.current) {
      return undefined;
    }
    const terminal = new FixedTerminal(holder.current);
    const stop = watchTerminal(fillPath(monitorSocket.path, { id: sessionId }), {
      ...screenEvents(terminal),
      onState,
      onNotice,
    });
    return () => {
      stop();
      terminal.dispose();
    };
  }, [sessionId, onState, onNotice]);
  return (
    <div className={styles.stage} style={{ background: SCREEN_COLOURS.background }}>
      <div ref={holder} className={styles.holder} />
    </div>
  );
}
