import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import type { ChannelRights } from '@jadegate/contract/access/channel-rights';
import type { SessionEnd } from '@jadegate/contract/session/session-end';
import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import type { ScreenPicture } from '@jadegate/contract/session/session-screen';

import type { LiveFilter } from '../../access/command-filter/live-filter.service.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { RunLimits } from '../../protocols/run-limits.ts';
import type { Recording } from '../../recorders/recording.ts';

/** The other end of a socket, as a session sees it. What it speaks is between it and the stream of its kind. */
export interface SessionClient {
  /** The name of the kind of session it can show. */
  readonly kind: string;
  /** Whether it comes back after the network was away. If not, its leaving ends the session. */
  readonly canReturn: boolean;
  onClose(listener: () => void): void;
  /**
   * The session has no more use for it. `advice`: what can be done about it. `code`: the reason, for clients that know it;
   * `end`: for those that say it themselves.
   */
  drop(reason: string, advice?: string, code?: number, end?: SessionEnd): void;
}

/** Somebody in another person's session who may do more than look. */
export interface Guest {
  username: string;
  /** Asked at each thing they do: a socket that was told to close may still speak for a while. */
  mayAct: () => boolean;
}

/** What was decided about a session that it must follow while it runs. */
export interface StreamDecision {
  commandFilter: LiveFilter | undefined;
  /** What may be done in it at this moment. */
  flags: AccessFlags;
  /** What may be opened in it at this moment. */
  channels: ChannelRights;
}

/** A little picture of what a session shows. Two of the same version are the same. */
export interface SessionPreview {
  version: string;
  /** Absent where it is drawn elsewhere, from `drawing`. */
  picture?: ScreenPicture;
}

/** Bytes since the beginning: `input` towards the target, `output` from it. */
export interface Traffic {
  input: number;
  output: number;
}

/** What a session carries while it is open: a terminal, a desktop. One client controls it, others may watch. */
export interface SessionStream {
  readonly size: { width: number; height: number };
  /** Whether a client controls it at this moment. */
  readonly hasClient: boolean;
  /** Absent when nothing is recorded. */
  readonly recording: Recording | undefined;
  readonly traffic: Traffic;
  /** Who is in it beside its person. */
  readonly participants: readonly Participant[];

  /** Makes this client of its person the one that controls it, in place of another, which is dropped. */
  control(client: SessionClient): void;
  /** Shows it to this client too, as it is and from then on. Resolves when it has begun. */
  watch(client: SessionClient, guest?: Guest): Promise<void>;
  /** The client is gone; the stream goes on. Answers whether it was there. */
  release(client: SessionClient): boolean;
  /** A guest who could act has left: nobody waits for what they began. */
  dismiss(username: string): void;

  /** Tells the client that controls it. */
  notify(notice: Notice): void;
  /** Somebody joined or left: everybody in and around it is told who is there now. */
  setParticipants(notice: Notice & { participants: readonly Participant[] }): void;
  /** Somebody began or ceased to look on: its person is told who does now. */
  setWatchers(notice: Notice & { participants: readonly Participant[] }): void;
  applyDecision(decision: StreamDecision): void;

  /** The files of the target, where the protocol has a way to them. */
  readonly files?: () => Promise<FileTree>;
  /** Runs a command beside what is shown and recorded, where the protocol has a way to do that. */
  readonly run?: (command: string, limits: RunLimits) => Promise<Uint8Array>;
  /** A little picture of it, where the kind can make one. */
  readonly preview?: () => Promise<SessionPreview>;
  /** What draws it as it is, where only a client of the kind can draw it. No newer than a few seconds ago. */
  readonly drawing?: () => Promise<Buffer>;

  /** Ends it and everything under it, and says why to whoever is there. Resolves when its recording is closed. */
  close(reason: string, code?: number, end?: SessionEnd): Promise<void>;
}
