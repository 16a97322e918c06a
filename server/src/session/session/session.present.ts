import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import type { Language } from '@jadegate/contract/language';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import { endCode, sayEnd, storedEnd } from '@jadegate/contract/session/session-end';

import { familyTime } from '../../kernel/family-time.ts';
import type { SessionKind } from './session-kind.ts';
import type { SessionRecord } from './session.repository.ts';

/** Also where only the server that has the recording knows how large it is. */
function isRecorded({ recording, status }: Pick<SessionRecord, 'recording' | 'status'>): boolean {
  return recording === 'kept' || (recording === 'writing' && status === 'disconnected');
}

const bit = (value: boolean) => (value ? '1' : '0');

/** What was decided when the session was made. */
export function flagsOf(record: Pick<SessionRecord, 'flags'>): AccessFlags {
  const stored = JSON.parse(record.flags) as Partial<AccessFlags>;
  return Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, stored[flag] === true])) as AccessFlags;
}

/** The kind says what else there is on the asset. */
export async function presentCreated(
  record: SessionRecord,
  { hasFiles, kind }: { hasFiles: boolean; kind: SessionKind },
): Promise<CreatedSession> {
  const flags = flagsOf(record);
  const appearance = await kind.appearance?.(record.asset_id);
  const microphone = await kind.takesMicrophone?.(record.asset_id);
  return {
    id: record.id,
    protocol: record.protocol,
    storageId: record.storage_id,
    fileSystem: bit(hasFiles),
    upload: bit(flags.upload),
    download: bit(flags.download),
    delete: bit(flags.delete),
    rename: bit(flags.rename),
    edit: bit(flags.edit),
    copy: bit(flags.copy),
    paste: bit(flags.paste),
    createDir: bit(flags.createDir),
    username: record.username,
    ...(microphone !== undefined && { microphone: bit(microphone) }),
    ...(appearance && { appearance }),
  };
}

/** What only the process knows that holds the session. */
export interface LiveFacts {
  participants: SessionRow['participants'];
  awayUntil: string | null;
}

export function presentSession(
  record: SessionRecord,
  language: Language,
  { creatorAccount, participants, awayUntil }: LiveFacts & { creatorAccount: string },
): SessionRow {
  const end = storedEnd(record.end_reason);
  return {
    id: record.id,
    protocol: record.protocol,
    mode: record.mode === 'exec' ? 'native' : record.mode,
    isUnattended: record.mode === 'exec',
    door: record.door,
    sshClient: record.ssh_client,
    ip: record.ip,
    port: record.port,
    username: record.username,
    connectionId: record.id,
    assetId: record.asset_id,
    assetName: record.asset_name,
    vmId: record.vm_id,
    creator: record.user_id,
    creatorName: record.user_name,
    creatorAccount,
    clientIp: record.client_ip,
    width: record.width,
    height: record.height,
    status: record.status,
    recording: bit(isRecorded(record)),
    recordingBytes: record.recording_bytes,
    createdTime: familyTime(record.created_at),
    connectedTime: familyTime(record.connected_at),
    disconnectedTime: familyTime(record.disconnected_at),
    code: end ? endCode(end) : 0,
    message: end ? sayEnd(end, language) : '',
    reviewed: record.reviewed === 1,
    commandCount: record.command_count,
    participants: [...participants],
    awayUntil,
    isImported: record.imported_from !== '',
  };
}
