import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { NoExec } from '../../protocols/ssh/exec.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import { flagsOf, type LiveSessionService, type SessionFiles } from '../session/live-session.service.ts';
import type { SessionService } from '../session/session.service.ts';
import { ExecClient, type ExecHost } from './exec-client.ts';

interface Dependencies {
  sessions: SessionService;
  live: LiveSessionService;
  commands: CommandLogService;
}

/** What a command filter said of a line, for the log. */
interface JudgedLine {
  line: string;
  action: 'allow' | 'warn';
}

export type ExecEnd =
  | { kind: 'exit'; code: number }
  | { kind: 'signal'; signal: string }
  /** The session ended first, or the connection broke: the sentence that its person reads. */
  | { kind: 'ended'; reason: string };

/** The session could not be opened, for the reason that its person reads. */
export class ExecNotOpened extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super('exec: the session was not opened');
    this.name = 'ExecNotOpened';
    this.reason = reason;
  }
}

/** A recorded session of a person on one host, in which the server runs something for them. */
export class ExecSession {
  readonly id: string;
  readonly #actor: Actor;
  readonly #client: ExecClient;
  readonly #host: ExecHost;
  readonly #deps: Dependencies;

  constructor(deps: Dependencies, actor: Actor, id: string, client: ExecClient, host: ExecHost) {
    this.#deps = deps;
    this.#actor = actor;
    this.id = id;
    this.#client = client;
    this.#host = host;
  }

  /** Runs a script of lines that were judged. Resolves when it is over, however that came. */
  async run(
    script: string,
    lines: readonly JudgedLine[],
    onOutput: (bytes: Uint8Array) => void,
  ): Promise<ExecEnd> {
    this.#note(lines);
    this.#host.print(`$ ${script.trimEnd()}\n`);
    const end = await this.#host.execute(script, onOutput).catch(failed);
    if (this.#client.reason === undefined && (end.kind === 'exit' || end.kind === 'signal')) {
      return end;
    }
    // Harmless when that is why it is over.
    await this.end({ kind: end.kind === 'silent' || end.kind === 'no_exec' ? end.kind : 'closed' });
    return { kind: 'ended', reason: this.#client.reason ?? '' };
  }

  /** The files of the host, with what its person might do when the session was made. */
  files(): SessionFiles {
    const live = this.#deps.live.find(this.id);
    if (!live) {
      throw new AppError('session.over');
    }
    const flags = flagsOf(live.record);
    return {
      record: live.record,
      mayDo: (flag) => flags[flag],
      open: () => this.#host.openFiles(),
      // Nobody sits at it who could be idle.
      touch: () => undefined,
    };
  }

  /** A line of ours in the recording. */
  print(text: string): void {
    this.#host.print(text);
  }

  /** Why the session ended, once it has for a reason of its own. */
  get reason(): string | undefined {
    return this.#client.reason;
  }

  /** Harmless when it is over. */
  async end(end: SessionEnd): Promise<void> {
    await this.#deps.live.end(this.id, end);
  }

  #note(lines: readonly JudgedLine[]): void {
    const live = this.#deps.live.find(this.id);
    if (!live) {
      return;
    }
    const { username } = this.#actor;
    const begun = this.#host.now;
    // A millisecond apart, so that lists show them in their order.
    for (const [index, { line, action }] of lines.entries()) {
      this.#deps.commands.note({
        session: live.record,
        actor: this.#actor,
        time: live.clock.now(),
        text: line,
        isHidden: false,
        isUnchecked: false,
        by: username,
        at: begun + index,
        shownAt: begun + index,
        action,
        wasSent: true,
      });
    }
  }
}

/** What became of a command that the host did not even begin. */
function failed(error: unknown): { kind: 'closed' | 'no_exec' } {
  return { kind: error instanceof NoExec ? 'no_exec' : 'closed' };
}

/** Opens sessions that nobody sits at: the same rights, recording, limits and ends as any other. */
export class ExecSessionService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /**
   * Rejects with an `AppError` when the person may not, and with `ExecNotOpened` when the host could not be reached.
   * `onMade` is told the id before anything is dialled, so that it can be ended meanwhile.
   */
  async open(actor: Actor, assetId: string, onMade: (id: string) => void): Promise<ExecSession> {
    const { sessions, live } = this.#deps;
    const { id } = await sessions.create(actor, assetId, { isUnattended: true });
    onMade(id);
    const client = new ExecClient();
    await live.attach(actor, id, client);
    const host = await client.host;
    if (!host) {
      throw new ExecNotOpened(client.reason ?? '');
    }
    return new ExecSession(this.#deps, actor, id, client, host);
  }

  /** Ends one wherever it stands. */
  end(id: string, end: SessionEnd): Promise<void> {
    return this.#deps.live.end(id, end);
  }
}
