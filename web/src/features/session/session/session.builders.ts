import { NEVER } from '@jadegate/contract/scalars';
import type { SessionRow } from '@jadegate/contract/session/session';

/** A session that is over and was recorded, unless said otherwise. */
export function aSessionRow(given: Partial<SessionRow> = {}): SessionRow {
  return {
    id: 'session-1',
    protocol: 'ssh',
    mode: 'native',
    isUnattended: false,
    door: 'web',
    sshClient: '',
    ip: '10.0.0.5',
    port: 22,
    username: 'root',
    connectionId: 'session-1',
    assetId: 'asset-1',
    assetName: 'web-01',
    vmId: '',
    creator: 'user-1',
    creatorName: 'Mei',
    creatorAccount: 'mei',
    clientIp: '192.0.2.7',
    width: 80,
    height: 24,
    status: 'disconnected',
    recording: '1',
    recordingBytes: 2048,
    createdTime: '2026-11-15 03:19:58',
    connectedTime: '2026-11-15 03:20:00',
    disconnectedTime: '2026-11-15 03:23:07',
    code: 0,
    message: 'left',
    reviewed: false,
    commandCount: 0,
    participants: [],
    awayUntil: null,
    isImported: false,
    ...given,
  };
}

export function aLiveSession(given: Partial<SessionRow> = {}): SessionRow {
  return aSessionRow({
    status: 'connected',
    recording: '0',
    disconnectedTime: NEVER,
    message: '',
    ...given,
  });
}
