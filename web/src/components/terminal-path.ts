/** Where a machine is opened in a terminal. `isWorker`: from the list of one's own machines. */
export function terminalPath({ id, name }: { id: string; name: string }, { isWorker = false } = {}): string {
  const query = new URLSearchParams({
    assetId: id,
    assetName: name,
    ...(isWorker && { isWorker: 'true' }),
  });
  return `/term?${query.toString()}`;
}

/** Watches the recording of a session beside the page, not instead of it. */
export function openPlayback(sessionId: string): void {
  const query = new URLSearchParams({ sessionId }).toString();
  window.open(`/term-playback?${query}`, '_blank', 'noopener');
}
