import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { AccessUse } from '../../access/authorised/access.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { SessionKind } from './session-kind.ts';
import type { SessionStream } from './session-stream.ts';
import { flagsOf } from './session.present.ts';
import type { SessionRecord } from './session.repository.ts';

export interface SessionLimits {
  idleMinutes: number;
  maxMinutes: number;
  reattachSeconds: number;
  failOpen: boolean;
  /** Of the recording; 0 for any size. */
  recordingMegabytes: number;
  whenRecordingFull: 'end' | 'unrecorded';
}

/** What a person was told will end their session. */
export type Warning = 'idle' | 'too_long';

/** A session while this process holds it open. */
export interface Live {
  record: SessionRecord;
  actor: Actor;
  kind: SessionKind;
  stream: SessionStream;
  limits: SessionLimits;
  /** The time in the session: goes on evenly, whatever is done to the clock of the machine. */
  clock: Clock;
  startedAt: number;
  lastInputAt: number;
  /** Which end its person was warned of. */
  warned: Warning | undefined;
  /** Its person's client is gone: it ends then unless one comes back. */
  away: { until: number; timer: NodeJS.Timeout } | undefined;
  ending: Promise<void> | undefined;
}

/** When it ends unless its person comes back, as the wire has it. */
export function awayUntil({ away }: Pick<Live, 'away'>): string | null {
  return away ? new Date(away.until).toISOString() : null;
}

/** The end that the clock alone demands. */
export function limitReached(
  { limits, startedAt, lastInputAt }: Pick<Live, 'limits' | 'startedAt' | 'lastInputAt'>,
  now: number,
): SessionEnd | undefined {
  if (limits.idleMinutes > 0 && now - lastInputAt >= limits.idleMinutes * MINUTE_MS) {
    return { kind: 'idle', minutes: limits.idleMinutes };
  }
  if (limits.maxMinutes > 0 && now - startedAt >= limits.maxMinutes * MINUTE_MS) {
    return { kind: 'too_long', minutes: limits.maxMinutes };
  }
  return undefined;
}

/** What its person must be allowed: nobody sits at one in which the server runs something. */
export function useOf({ mode, door }: Pick<SessionRecord, 'mode' | 'door'>): AccessUse {
  // An SSH client may run what is listed where it can open nothing; each of its channels is asked for by itself.
  return mode === 'exec' || door === 'ssh' ? 'run' : 'open';
}

export function objectOf({ id, asset_id, asset_name }: SessionRecord) {
  // The console of a machine is no asset.
  const within = asset_id === '' ? {} : { asset: { id: asset_id, name: asset_name } };
  return { type: 'session', id, name: asset_name, within };
}

/** 0 means: no limit of its own. */
export function strictest(
  a: { idleMinutes: number; maxMinutes: number },
  b: { idleMinutes: number; maxMinutes: number },
) {
  const lower = (one: number, other: number) =>
    one === 0 || other === 0 ? one || other : Math.min(one, other);
  return {
    idleMinutes: lower(a.idleMinutes, b.idleMinutes),
    maxMinutes: lower(a.maxMinutes, b.maxMinutes),
  };
}

/** A way to the files of a live session. */
export interface SessionFiles {
  record: SessionRecord;
  mayDo: (flag: keyof AccessFlags) => boolean;
  open: () => Promise<FileTree>;
  /** The person is at work. */
  touch: () => void;
}

/** What was decided when the session was made counts only while it still is. */
export function filesOf(live: Live, flags: AccessFlags): SessionFiles {
  const { record, stream } = live;
  const open = stream.files;
  if (!open) {
    throw new AppError('file.no_file_system');
  }
  const atFirst = flagsOf(record);
  const touch = () => {
    live.lastInputAt = live.clock.now();
  };
  touch();
  return { record, mayDo: (flag) => atFirst[flag] && flags[flag], open, touch };
}

export function isOwn({ userId }: Actor, record: SessionRecord): boolean {
  return record.user_id === userId;
}

/** Another process has it open, or is about to. */
export function isHeldElsewhere(record: SessionRecord | undefined, processId: string): boolean {
  const isHeld = record?.status === 'connecting' || record?.status === 'connected';
  return isHeld && record.process_id !== processId;
}
