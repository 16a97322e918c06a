import type { SessionRow } from '@jadegate/contract/session';

/** Where a machine is opened in a terminal. `isWorker`: from the list of one's own machines. */
export function terminalPath({ id, name }: { id: string; name: string }, { isWorker = false } = {}): string {
  const query = new URLSearchParams({
    assetId: id,
    assetName: name,
    ...(isWorker && { isWorker: 'true' }),
  });
  return `/term?${query.toString()}`;
}

/** Goes on with one's own live session in a window of its own. */
export function resumePath(sessionId: string): string {
  return `/term?${new URLSearchParams({ resume: sessionId }).toString()}`;
}

/** Watches the recording of a session beside the page, not instead of it. */
export function openPlayback(sessionId: string, mode: SessionRow['mode']): void {
  const query = new URLSearchParams({ sessionId }).toString();
  window.open(`/${mode === 'guacd' ? 'guacd' : 'term'}-playback?${query}`, '_blank', 'noopener');
}
