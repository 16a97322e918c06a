import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { normalPath } from '@jadegate/contract/files/file-path';
import type { StorageAction } from '@jadegate/contract/files/storage-log';

import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { FileError } from '../../protocols/files/file-error.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { LiveSessionService, SessionFiles } from '../session/live-session.service.ts';

export interface Act {
  action: StorageAction;
  /** What the strategy must allow. */
  flag: keyof AccessFlags;
  /** As it will stand in the log. */
  fileName: string;
}

/** What went over, for the log. */
export interface Moved {
  bytes: number;
  checksum: string;
}

interface Dependencies {
  live: LiveSessionService;
  logs: StorageLogService;
  logger: Logger;
}

/** The door to the files of a session: who, whether, and what stands in the log afterwards. */
export class FileAccess {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** For looking around, which leaves no trace in the log. */
  async browse<Value>(actor: Actor, id: string, work: (tree: FileTree) => Promise<Value>): Promise<Value> {
    const session = await this.#enter(actor, id);
    return asProductError(async () => work(await session.open()));
  }

  /** The person's own live session, for questions that do not reach the target. */
  async refuseStranger(actor: Actor, id: string): Promise<void> {
    await this.#enter(actor, id);
  }

  /** Does something that is written down once it is known how it went, refusals too. */
  async act<Value extends Moved | void>(
    actor: Actor,
    id: string,
    act: Act,
    work: (tree: FileTree, session: SessionFiles) => Promise<Value>,
  ): Promise<Value> {
    const session = await this.#enter(actor, id);
    try {
      const moved = await asProductError(async () => work(await this.#open(session, act), session));
      await this.write(session, act, true, moved ?? undefined);
      return moved;
    } catch (error) {
      await this.write(session, act, false);
      throw error;
    }
  }

  /** The way in for what writes its own line in the end. A refusal is written here. */
  async begin<Value>(
    actor: Actor,
    id: string,
    act: Act,
    work: (tree: FileTree, session: SessionFiles) => Promise<Value>,
  ): Promise<Value> {
    return this.beginIn(await this.#enter(actor, id), act, work);
  }

  /** The same in a session that the caller was let into. */
  async beginIn<Value>(
    session: SessionFiles,
    act: Act,
    work: (tree: FileTree, session: SessionFiles) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await asProductError(async () => work(await this.#open(session, act), session));
    } catch (error) {
      await this.write(session, act, false);
      throw error;
    }
  }

  /** Never fails: what happened on the target has happened. */
  async write({ record }: SessionFiles, act: Act, isDone: boolean, moved?: Moved): Promise<void> {
    try {
      const { action, fileName } = act;
      await this.#deps.logs.write({ session: record, action, fileName, isDone, ...moved });
    } catch (error) {
      this.#deps.logger.error({ err: error, sessionId: record.id }, 'a file operation was not written down');
    }
  }

  #enter(actor: Actor, id: string): Promise<SessionFiles> {
    return this.#deps.live.files(actor, id);
  }

  async #open(session: SessionFiles, { flag }: Act): Promise<FileTree> {
    if (!session.mayDo(flag)) {
      throw new AppError('file.forbidden');
    }
    return session.open();
  }
}

/** The path a client means, absolute and in its one form. `~` and `.` are where the login begins. */
export async function resolvePath(tree: FileTree, given: string): Promise<string> {
  const [head, ...rest] = given.split('/');
  const isHome = head === '~' || head === '.';
  const path = normalPath(isHome ? `${await tree.realpath('.')}/${rest.join('/')}` : given);
  if (path === undefined) {
    throw new AppError('file.path_invalid');
  }
  return path;
}

/** Failures of the target in the words of the product. */
async function asProductError<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileError ? new AppError(`file.${error.kind}`, { cause: error }) : error;
  }
}
