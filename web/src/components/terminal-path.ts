import type { Protocol } from '@jadegate/contract/asset-attributes';

/** Whether the terminal page speaks this. */
export function hasTerminal(protocol: Protocol): boolean {
  return protocol === 'ssh' || protocol === 'telnet';
}

/** Where a machine is opened in a terminal. `isWorker`: from the list of one's own machines. */
export function terminalPath({ id, name }: { id: string; name: string }, { isWorker = false } = {}): string {
  const query = new URLSearchParams({
    assetId: id,
    assetName: name,
    ...(isWorker && { isWorker: 'true' }),
  });
  return `/term?${query.toString()}`;
}
