import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { ChannelEnd } from '../../protocols/terminal-channel.ts';
import type { SessionClient } from '../session/session-stream.ts';

export const EXEC = 'exec';

/** A host on which something can be run. */
export interface ExecHost {
  /** Runs a command; what it prints is handed on as it came, and recorded as a terminal would show it. */
  execute(command: string, onOutput: (bytes: Uint8Array) => void): Promise<ChannelEnd>;
  openFiles(): Promise<FileTree>;
  /** A line of ours in the recording, such as the command itself. */
  print(text: string): void;
  /** Milliseconds since the recording began. */
  readonly now: number;
}

/** Nobody at a socket: what the server itself opens a session with, to run something in it. */
export class ExecClient implements SessionClient {
  readonly kind = EXEC;
  readonly canReturn = false;
  /** Undefined when the session could not be opened; `reason` says why. */
  readonly host: Promise<ExecHost | undefined>;
  /** Why the session let go of it. */
  reason: string | undefined;
  #settle: (host: ExecHost | undefined) => void = () => undefined;

  constructor() {
    this.host = new Promise((resolve) => (this.#settle = resolve));
  }

  take(host: ExecHost): void {
    this.#settle(host);
  }

  onClose(): void {
    // It leaves only when it is dropped.
  }

  drop(reason: string): void {
    this.reason ??= reason;
    this.#settle(undefined);
  }
}

export function execClient(client: SessionClient): ExecClient {
  if (!(client instanceof ExecClient)) {
    throw new TypeError(`a client of the kind ${client.kind} came to a run`);
  }
  return client;
}
