import { randomBytes } from 'node:crypto';

import { baseName, joinPath, parentPath } from '@jadegate/contract/file-path';
import { LIMITS } from '@jadegate/contract/limits';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { copyTree, refuseUncopyable } from '../../protocols/ssh/sftp-copy.ts';
import { SftpError } from '../../protocols/ssh/sftp-error.ts';
import { isFolder, isLink } from '../../protocols/ssh/sftp-packet.ts';
import { removeTree } from '../../protocols/ssh/sftp-remove.ts';
import { walkTree, type Walked } from '../../protocols/ssh/sftp-walk.ts';
import type { Sftp } from '../../protocols/ssh/sftp.ts';
import type { SessionFiles } from '../session/live-session.service.ts';
import { resolvePath, type Act, type FileAccess } from './file-access.ts';

/** Names may have 255 bytes; the mark and the random part need some of them. */
const KEPT_CHARACTERS = 40;

/** Copies on the target of a session: by the target itself where it can, otherwise through here. */
export class FileCopyService {
  readonly #access: FileAccess;

  constructor(access: FileAccess) {
    this.#access = access;
  }

  /** What a copy brings comes into being as an upload does, and its folders as new folders do. */
  copy(actor: Actor, id: string, from: string, to: string): Promise<void> {
    const act: Act = { action: 'copy', flag: 'upload', fileName: `${from} → ${to}` };
    return this.#access.act(actor, id, act, async (sftp, session) => {
      const [source, target] = [await resolvePath(sftp, from), await resolvePath(sftp, to)];
      await refusePlace(sftp, source, target);
      const found = await find(sftp, source);
      refuseUncopyable(found);
      if (found.some(({ stat }) => isFolder(stat)) && !session.mayDo('createDir')) {
        throw new AppError('file.forbidden');
      }
      await copyWhole(sftp, session, { found, source, target });
    });
  }
}

async function refusePlace(sftp: Sftp, source: string, target: string): Promise<void> {
  if (source === '/') {
    throw new AppError('file.path_invalid');
  }
  await sftp.lstat(source);
  if (await sftp.find(target)) {
    throw new SftpError('exists');
  }
  // By where the folders really are: a link may lead back into what is copied.
  const [above, into] = [await sftp.realpath(parentPath(source)), await sftp.realpath(parentPath(target))];
  if (`${into}/`.startsWith(`${joinPath(above, baseName(source))}/`)) {
    throw new AppError('storage.into_itself');
  }
}

/** A link that was chosen is copied as a link, like those in folders. */
async function find(sftp: Sftp, source: string): Promise<Walked[]> {
  const stat = await sftp.lstat(source);
  if (isLink(stat)) {
    return [{ path: source, place: baseName(source), stat, isClosed: false }];
  }
  const found: Walked[] = [];
  for await (const one of walkTree(sftp, [source], { most: LIMITS.archive.entries })) {
    found.push(one);
  }
  if (found.length > LIMITS.archive.entries) {
    throw new AppError('file.copy_too_many', { params: { limit: LIMITS.archive.entries } });
  }
  return found;
}

interface Copy {
  found: readonly Walked[];
  source: string;
  target: string;
}

/** Under another name until it is whole, so that nobody sees half of it. */
async function copyWhole(sftp: Sftp, session: SessionFiles, { found, source, target }: Copy): Promise<void> {
  const mark = randomBytes(6).toString('hex');
  const name = `.${baseName(target).slice(0, KEPT_CHARACTERS)}.${mark}.part`;
  const draft = joinPath(parentPath(target), name);
  const onStep = () => {
    session.touch();
    // The right may have gone while the copy was on its way.
    if (!session.mayDo('upload')) {
      throw new AppError('file.forbidden');
    }
  };
  try {
    await copyTree(sftp, found, { placeOf: (path) => draft + path.slice(source.length), onStep });
    await sftp.rename(draft, target);
  } catch (error) {
    await removeTree(sftp, draft).catch(() => undefined);
    throw error;
  }
}
