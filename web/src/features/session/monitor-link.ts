import { monitorSocket } from '@jadegate/contract/session';

import { fillPath } from '../../api/path.ts';
import { watchTerminal, type WatchEvents, type WatchState } from '../../api/watch-terminal.ts';

export type MonitorState = WatchState;

/** Watches a live session. */
export function watchSession(sessionId: string, events: WatchEvents): () => void {
  const watch = watchTerminal(async () => fillPath(monitorSocket.path, { id: sessionId }), events);
  return () => watch.stop();
}
