import type { HostRun } from '@jadegate/contract/operations/command-run';

export function aHostRun(change: Partial<HostRun> = {}): HostRun {
  return {
    assetId: 'asset-1',
    assetName: 'web-01',
    state: 'succeeded',
    sessionId: 'session-1',
    message: '',
    exitCode: 0,
    signal: '',
    durationMs: 120,
    outputBytes: 3,
    sentBytes: 0,
    isCut: false,
    digest: 'same',
    ...change,
  };
}
