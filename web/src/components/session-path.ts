import { hasDesktop, type Protocol } from '@jadegate/contract/access/asset-attributes';
import type { VmConsoleKind } from '@jadegate/contract/fleet/vm-console';
import type { SessionMode } from '@jadegate/contract/session-mode';

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

/** What shows each console: a terminal, or a desktop. */
export const CONSOLE_PROTOCOLS = { serial: 'ssh', vnc: 'vnc' } as const satisfies Record<
  VmConsoleKind,
  Protocol
>;

/** Which console a session shows, by what it speaks. */
export function consoleOf(protocol: Protocol): VmConsoleKind {
  return protocol === CONSOLE_PROTOCOLS.vnc ? 'vnc' : 'serial';
}

/** Where a console of a virtual machine is opened. `name` is what the window calls it. */
export function consolePath({ id, name }: { id: string; name: string }, kind: VmConsoleKind): string {
  const query = new URLSearchParams({ vmId: id, console: kind, assetName: name });
  return `${hasDesktop(CONSOLE_PROTOCOLS[kind]) ? '/access' : '/term'}?${query.toString()}`;
}

/** Goes on with one's own live session in a window of its own. */
export function resumePath(sessionId: string): string {
  return `/term?${new URLSearchParams({ resume: sessionId }).toString()}`;
}

/** Watches the recording of a session beside the page, not instead of it. */
export function openPlayback(sessionId: string, mode: SessionMode): void {
  const query = new URLSearchParams({ sessionId }).toString();
  window.open(`/${mode === 'guacd' ? 'guacd' : 'term'}-playback?${query}`, '_blank', 'noopener');
}
