import { hasDesktop, type Protocol } from '@jadegate/contract/asset-attributes';
import type { SessionRow } from '@jadegate/contract/session';

interface Connectable {
  id: string;
  name: string;
  protocol: Protocol;
}

/** Where a machine is opened. `isWorker`: from the list of one's own machines. */
export function connectPath({ id, name, protocol }: Connectable, { isWorker = false } = {}): string {
  const query = new URLSearchParams({
    assetId: id,
    assetName: name,
    ...(hasDesktop(protocol) && { protocol }),
    ...(isWorker && { isWorker: 'true' }),
  });
  return `${hasDesktop(protocol) ? '/access' : '/term'}?${query.toString()}`;
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
