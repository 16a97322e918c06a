import type { Duplex } from 'node:stream';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { ChannelRights } from '@jadegate/contract/access/channel-rights';
import { translate } from '@jadegate/contract/language';
import type { CreatedSession } from '@jadegate/contract/session/session';
import type { SessionEnd } from '@jadegate/contract/session/session-end';
import type { Notice } from '@jadegate/contract/session/session-notice';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { OPENING_STEPS, type OpeningStep } from '@jadegate/contract/words/opening-steps';

import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { RecordingFiles } from '../../recorders/recording-files.ts';
import type { Recording, RecordingOptions } from '../../recorders/recording.ts';
import type { Segment } from '../../recorders/segment.ts';
import type { SessionClient, SessionStream, StreamDecision } from './session-stream.ts';
import type { SessionRecord } from './session.repository.ts';

export type { SessionRecord } from './session.repository.ts';

/** What a kind is given to open a stream with. */
export interface StreamOpening {
  record: SessionRecord;
  target: AssetTarget;
  /** Where the recording is, or would be. */
  folder: string;
  /** Who waits for it. Always one of the kind's own clients. */
  client: SessionClient;
  /** Whose session it is, as they last came to it. */
  person: () => Actor;
  decision: StreamDecision;
  /** The time in the session, which goes on evenly: recording, commands and limits are measured by it. */
  clock: Clock;
  /** Connects to the target through its gateways. What it answers belongs to the stream. */
  dial: () => Promise<Duplex>;
  /** So long a login may take that waits for the target and for nobody else. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Undefined when the session is not recorded, or cannot be and the settings say that it goes on all the same. */
  beginRecording: <One extends Recording>(
    open: (options: RecordingOptions) => Promise<One>,
  ) => Promise<One | undefined>;
  /** The person decided against it before it was open. */
  giveUp: (end: SessionEnd) => void;
  /** Somebody did something in it. */
  onActivity: () => void;
  /** It is over, for a reason that lies in the session itself. */
  onEnd: (end: SessionEnd) => void;
  /** The same, for an error: a `StreamFailed`, or one of the way to the target. */
  onFailure: (error: unknown) => void;
}

/** A recording as one file, in the form that players of the product family read. */
export interface RecordingExport {
  extension: string;
  contentType: string;
  /** From the beginning, each time it is called. */
  content: () => AsyncIterable<string | Uint8Array>;
}

export interface FileSystem {
  /** The storage space that is used as a drive; empty where the files are the target's own. */
  storageId: string;
}

/** A recording in the parts that a player loads: it begins with a keyframe, and goes on with the events behind it. */
export interface RecordingParts {
  readonly segments: readonly Segment[];
  readonly keyframes: RecordingOutline['keyframes'];
  /** The events of a segment. */
  body(segment: Segment): Promise<Buffer>;
  /** Undefined when there is none of this number, or what there is cannot be read. */
  keyframe(index: number): Promise<Buffer | undefined>;
  /** When the last event happened. */
  lastMoment(): Promise<number>;
}

export interface OpenedStream {
  stream: SessionStream;
  /** The account it was opened with, which the person may have been asked for. */
  username: string;
}

/** One kind of session, in one protocol. docs/session-kinds.md tells how to write another. */
export interface SessionKind {
  /** What its clients call themselves. */
  readonly name: string;
  /** How its rows say what carries it; `native` unless it says otherwise. */
  readonly mode?: 'guacd' | 'exec';
  /** Nobody is at a keyboard: it is not ended for idling, and takes none of the sessions that a person may have. */
  readonly isUnattended?: true;
  /** It ends with the client that opened it: nobody comes back to it from elsewhere. */
  readonly isClientBound?: true;
  /** It is a shell from its first byte on: opened only where the strategy allows one. */
  readonly isShell?: true;
  /** What clients that look on call themselves, where that is not the name of the kind. */
  readonly watchedAs?: string;
  /** Where the `files` of its streams lie, for this person on this asset; without it, or undefined, there are none. */
  fileSystem?(assetId: string, userId: string, flags: AccessFlags): Promise<FileSystem | undefined>;
  /** Whether others can do more in it than look on. */
  readonly takesGuestInput?: boolean;
  /** Whether the microphone of its person is heard on this asset; without it, it is not. */
  takesMicrophone?(assetId: string): Promise<boolean>;
  /** How it looks on this asset for somebody who has not chosen, where that can be chosen. */
  appearance?(assetId: string): Promise<CreatedSession['appearance']>;
  /** Rejects with a `StreamFailed` where the kind knows the reason, and leaves nothing open. */
  open(opening: StreamOpening): Promise<OpenedStream>;
  /** How much there is of a recording, finished or left by a process that died; undefined when there is nothing. */
  recordedBytes(folder: string): Promise<number | undefined>;
  /** Opens a recording for a player; undefined when there is nothing. */
  openRecording?(files: RecordingFiles): Promise<RecordingParts | undefined>;
  /** The whole recording as one file; undefined when there is nothing. */
  exportRecording?(files: RecordingFiles, title: string): Promise<RecordingExport | undefined>;
  /** Makes what a player needs to jump in a recording that is over, before it leaves this disk. */
  completeRecording?(folder: string): Promise<void>;
  /** The form in which a file of a recording is kept; as it is where nothing is said. */
  packFile?(name: string, bytes: Buffer): Promise<Buffer>;
}

/** Whether this client can show a session of the kind to somebody who is not the one that it was opened for. */
export function isShownBy(kind: SessionKind, client: Pick<SessionClient, 'kind'>): boolean {
  return client.kind === (kind.watchedAs ?? kind.name);
}

/** A stream could not be opened, or broke, for a reason that its kind has a word for. */
export class StreamFailed extends Error {
  readonly end: SessionEnd;

  constructor(end: SessionEnd, options: ErrorOptions) {
    super(`session: ${end.kind}`, options);
    this.name = 'StreamFailed';
    this.end = end;
  }
}

/** Tells whoever waits what is being done: a host that does not answer looks like nothing at all. */
export function stepNotice({ record, person }: StreamOpening, step: OpeningStep): Notice {
  return {
    kind: 'step',
    text: translate(OPENING_STEPS[step], person().language, { name: record.asset_name }),
  };
}

/** How the target is gone to. */
export function wayStep({ target: { route } }: StreamOpening): OpeningStep {
  if (route.gatewayId !== undefined) {
    return 'gateway';
  }
  return route.socks ? 'proxy' : 'dial';
}

/** Which kind of session a protocol leads to. The only place that asks for the name of a protocol. */
export type SessionKinds = Readonly<Partial<Record<Protocol, SessionKind>>>;

/** The same for what runs without a person, such as a command on many hosts. Their recordings are those of `SessionKinds`. */
export interface OpenableKinds {
  kinds: SessionKinds;
  unattendedKinds?: SessionKinds;
  /** And for what people come to with SSH clients of their own. */
  nativeKinds?: SessionKinds;
  /** And for the consoles of virtual machines. */
  consoleKinds?: SessionKinds;
}

/** A shell that is switched off is off at every door. */
export function lacksShell(
  kind: SessionKind | undefined,
  { channels }: { channels: Pick<ChannelRights, 'shell'> },
): boolean {
  return kind?.isShell === true && !channels.shell;
}

export function kindOf(
  { kinds, unattendedKinds, nativeKinds, consoleKinds }: OpenableKinds,
  { protocol, mode, door, vm_id }: Pick<SessionRecord, 'protocol' | 'mode' | 'door' | 'vm_id'>,
): SessionKind | undefined {
  if (vm_id !== '') {
    return consoleKinds?.[protocol];
  }
  if (door === 'ssh') {
    return nativeKinds?.[protocol];
  }
  return (mode === 'exec' ? unattendedKinds : kinds)?.[protocol];
}
