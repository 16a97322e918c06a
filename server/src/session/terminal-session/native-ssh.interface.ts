import type { Duplex } from 'node:stream';

import type { SessionEnd } from '@jadegate/contract/session/session-end';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { TargetTree } from '../../protocols/files/file-tree.ts';
import type { ChannelToClient } from '../../protocols/ssh-server/client-channel.ts';
import type { Joined } from '../../protocols/ssh-server/join-streams.ts';
import type { ServerChannel } from '../../protocols/ssh-server/to-client.ts';
import type { Knock, ListenAt } from '../../protocols/ssh/host-channels.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';
import type { SessionClient, Traffic } from '../session/session-stream.ts';

export const NATIVE_SSH = 'native-ssh';

/** What a filter said of a line of a command, for the log. */
export interface JudgedCommandLine {
  line: string;
  action: 'allow' | 'warn' | 'deny';
}

/** What somebody's own SSH client runs on a host without a terminal. */
export interface ClientCommand {
  /** Absent for a shell that is given its commands as input. */
  command?: string;
  lines: readonly JudgedCommandLine[];
  /** False where the bytes are files, which are written down as such. */
  isRecorded: boolean;
  /** It may run because it is one of the few that may, and not because commands may. */
  isListed?: boolean;
  watch?: CommandWatch | undefined;
}

/** Reads along what a command moves. */
export interface CommandWatch {
  /** It runs; `stop` ends it for a reason that its person reads. */
  onBegin(stop: (reason: string) => void): void;
  onInput(bytes: Uint8Array): void;
  /** Without what it says of errors. */
  onOutput(bytes: Uint8Array): void;
  onEnd(end: ChannelEnd): void;
}

/** How often the host used a way to the client, and how much went over it: `sent` by the client. */
export interface WayUse {
  connections: number;
  sent: number;
  received: number;
}

/** What the host may open towards the client. */
export interface WayToClient {
  open(knock: Knock): Promise<ServerChannel>;
  /** It was taken back, or the session is over. Comes once and last. */
  onOver(use: WayUse): Promise<void>;
}

/** What the client lends the host for as long as something of its own runs there. */
export interface Lending {
  agent?: WayToClient | undefined;
  x11?: WayToClient | undefined;
  /** The host takes it not. Comes before anything runs. */
  onDeclined?(what: 'agent' | 'x11'): void;
}

/** The host listens for the client. */
export interface Listening {
  /** With port 0 it has chosen one. */
  at: ListenAt;
  stop: () => void;
}

/** What leads on from a host, or back to the client. Each rejects where the host does not open it. */
export interface WaysOfHost {
  forward(to: ListenAt): Promise<Duplex>;
  listen(at: ListenAt, way: WayToClient): Promise<Listening>;
  openSubsystem(name: string): Promise<Duplex>;
}

/** The host of a session, for the channels of the client that opened it. Each was allowed by whoever opens it. */
export interface NativeSshHost {
  /** A screen shows one shell, or what commands print; both at once nobody could read. */
  readonly screen: 'free' | 'shell' | 'commands';
  /** Begins a shell on the terminal of the channel, or the command where there is one. Rejects where the host does not. */
  openTerminal(
    channel: ChannelToClient,
    what?: { command?: ClientCommand; lending?: Lending },
  ): Promise<void>;
  execute(channel: ChannelToClient, command: ClientCommand, lending?: Lending): Promise<void>;
  /** Writes down a command that may not run. */
  noteRefused(command: ClientCommand): void;
  /** The files of the host, over its own SFTP. */
  openFiles(): Promise<TargetTree>;
  /** So much more went over it. */
  addTraffic(more: Traffic): void;
  readonly ways: WaysOfHost;
  /** So much went over a forward: somebody is at work in it. */
  carried(way: keyof Joined, count: number): void;
  /** Somebody is at work in it. */
  touch(): void;
  /** How it ends when its client leaves now: a shell that exited is no connection that was lost. */
  readonly leavesAs: SessionEnd;
}

/** The connection of somebody's own SSH client, as one session sees it: it ends with it. */
export interface NativeSshClient extends SessionClient {
  readonly begin: { size: TerminalSize };
  take(host: NativeSshHost): void;
}
