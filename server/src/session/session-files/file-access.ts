import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { normalPath } from '@jadegate/contract/files/file-path';
import type { StorageAction } from '@jadegate/contract/files/storage-log';

import { GuardedFiles } from '../../files/file-place/guarded-files.ts';
import type { FileLine, StorageLogService } from '../../files/storage-log/storage-log.service.ts';
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

interface Dependencies {
  live: LiveSessionService;
  logs: StorageLogService;
  logger: Logger;
}

/** The door to the files of a session. */
export class FileAccess extends GuardedFiles<SessionFiles, FileTree, Act> {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    super(dependencies.logger);
    this.#deps = dependencies;
  }

  /** The person's own live session, for questions that do not reach the target. */
  async refuseStranger(actor: Actor, id: string): Promise<void> {
    await this.enter(actor, id);
  }

  protected override enter(actor: Actor, id: string): Promise<SessionFiles> {
    return this.#deps.live.files(actor, id);
  }

  protected override async open(session: SessionFiles, act?: Act): Promise<FileTree> {
    if (act && !session.mayDo(act.flag)) {
      throw new AppError('file.forbidden');
    }
    return session.open();
  }

  protected override log({ record }: SessionFiles, line: FileLine): Promise<void> {
    return this.#deps.logs.write({ session: record, ...line });
  }

  protected override named({ record }: SessionFiles) {
    return { sessionId: record.id };
  }

  protected override async asProductError<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof FileError ? new AppError(`file.${error.kind}`, { cause: error }) : error;
    }
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
