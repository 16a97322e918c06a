import { tunnelMonitorSocket } from '@jadegate/contract/session/desktop-socket';
import { useEffect, useRef } from 'react';

import { fillPath } from '../../../api/path.ts';
import { watchSocket } from '../../../api/watch-socket.ts';
import { WatchedPicture } from '../../../components/desktop/watched-picture.ts';
import { SessionMonitor, type MonitorScreenProps } from './SessionMonitor.tsx';

import styles from '../../../components/session/SessionScreen.module.css';

/** Somebody's live desktop, to look at: it begins with the picture as it is, scaled to the window. */
export function GuacdMonitorPage() {
  return <SessionMonitor screen={WatchedDesktop} />;
}

function WatchedDesktop({ sessionId, onState, onNotice }: MonitorScreenProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!holder.current) {
      return undefined;
    }
    const picture = new WatchedPicture(holder.current);
    const path = fillPath(tunnelMonitorSocket.path, { id: sessionId });
    const stop = watchSocket(
      async () => path,
      {},
      {
        onState,
        onSocket: (socket, tell) =>
          picture.follow(socket, { onNotice, onPicture: tell.watching, onEnd: tell.over }),
      },
    );
    return () => {
      stop();
      picture.dispose();
    };
  }, [sessionId, onState, onNotice]);
  return <div ref={holder} className={styles.desktop} data-testid="screen" />;
}
