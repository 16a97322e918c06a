import type { SessionMode } from '@jadegate/contract/session-mode';
import type { SessionRow } from '@jadegate/contract/session/session';

import { creatorOf } from './session-name.ts';

type Watched = Pick<SessionRow, 'id' | 'mode' | 'assetName' | 'creatorName' | 'creatorAccount'>;

/** The page that watches a live session. Names go along, so that the page can say what it shows at once. */
export function monitorPath(session: Watched): string {
  const { id, mode, assetName } = session;
  const query = new URLSearchParams({ sessionId: id, assetName, userName: creatorOf(session) }).toString();
  return `/${mode === 'guacd' ? 'guacd' : 'term'}-monitor?${query}`;
}

/** The page on which an administrator is in a live session and types. */
export function joinPath({ id }: Pick<SessionRow, 'id'>): string {
  return `/share-session?${new URLSearchParams({ sessionId: id }).toString()}`;
}

export function playbackPath({ id, mode }: { id: string; mode: SessionMode }, atMs = 0): string {
  const query = new URLSearchParams({ sessionId: id });
  if (atMs > 0) {
    query.set('at', (atMs / 1000).toFixed(1));
  }
  return `/${mode === 'guacd' ? 'guacd' : 'term'}-playback?${query.toString()}`;
}

/** Watching is done beside the list, not instead of it. */
export function openBeside(path: string): void {
  window.open(path, '_blank', 'noopener');
}
