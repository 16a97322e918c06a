import type { AccessFlags } from '@jadegate/contract/access-decision';
import type { SessionEnd } from '@jadegate/contract/session-end';
import type { Frame, TerminalSize } from '@jadegate/contract/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { Sftp } from '../../protocols/ssh/sftp.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { Keyboard } from './keyboard.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { endOf } from './open-terminal.ts';
import { flagsOf } from './session.present.ts';
import type { SessionRecord } from './session.repository.ts';
import type { TerminalClient } from './terminal-client.ts';

const CONFIRM_MS = 50;

export interface SessionLimits {
  idleMinutes: number;
  maxMinutes: number;
  reattachSeconds: number;
  recordInput: boolean;
  failOpen: boolean;
  /** Of the recording; 0 for any size. */
  recordingMegabytes: number;
  whenRecordingFull: 'end' | 'unrecorded';
  term: string;
}

/** A browser that wants a terminal. */
export interface SessionClient extends TerminalClient {
  onFrame(listener: (frame: Frame) => void): void;
  onClose(listener: () => void): void;
}

export interface AttachOptions {
  size: TerminalSize;
  /** Bytes of output the client has shown already. */
  from?: number | undefined;
}

/** What a person was told will end their session. */
export type Warning = 'idle' | 'too_long';

/** A session while this process holds it open. */
export interface Live {
  record: SessionRecord;
  actor: Actor;
  terminal: LiveTerminal;
  keyboard: Keyboard;
  writer: TerminalWriter | undefined;
  limits: SessionLimits;
  /** Bytes its person typed since the beginning: a client that comes back sends again what lies beyond. */
  inputBytes: number;
  confirming: NodeJS.Timeout | undefined;
  startedAt: number;
  lastInputAt: number;
  /** Which end its person was warned of. */
  warned: Warning | undefined;
  away: NodeJS.Timeout | undefined;
  ending: Promise<void> | undefined;
}

/** Once for all keys of a moment: an answer to each would be in the way of its echo. */
export function confirmInput(live: Live, client: TerminalClient): void {
  live.confirming ??= setTimeout(() => {
    live.confirming = undefined;
    client.send({ type: 'ack', offset: live.inputBytes });
  }, CONFIRM_MS).unref();
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

export function sizeColumns({ cols, rows }: TerminalSize) {
  return { width: cols, height: rows };
}

export function objectOf({ id, asset_name }: SessionRecord) {
  return { type: 'session', id, name: asset_name };
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

export function endOfChannel(end: ChannelEnd, target: AssetTarget): SessionEnd {
  switch (end.kind) {
    case 'exit':
    case 'signal':
      return { kind: 'exited' };
    case 'closed':
    case 'silent':
      return { kind: end.kind };
    case 'error':
      return endOf(end.error, target);
  }
}

/** A way to the files of a live session. */
export interface SessionFiles {
  record: SessionRecord;
  mayDo: (flag: keyof AccessFlags) => boolean;
  open: () => Promise<Sftp>;
  /** The person is at work. */
  touch: () => void;
}

/** What was decided when the session was made counts only while it still is. */
export function filesOf(live: Live, flags: AccessFlags, clock: Clock): SessionFiles {
  const atFirst = flagsOf(live.record);
  const touch = () => {
    live.lastInputAt = clock.now();
  };
  touch();
  return {
    record: live.record,
    mayDo: (flag) => atFirst[flag] && flags[flag],
    open: () => live.terminal.files(),
    touch,
  };
}
