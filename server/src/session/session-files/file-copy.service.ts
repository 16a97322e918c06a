import { randomBytes } from 'node:crypto';

import { baseName, joinPath, parentPath } from '@jadegate/contract/files/file-path';
import { LIMITS } from '@jadegate/contract/limits';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { copyTree, refuseUncopyable } from '../../protocols/files/copy-tree.ts';
import { FileError } from '../../protocols/files/file-error.ts';
import { isFolder, isLink, type FileTree } from '../../protocols/files/file-tree.ts';
import { removeTree } from '../../protocols/files/remove-tree.ts';
import { walkTree, type Walked } from '../../protocols/files/walk-tree.ts';
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
    return this.#access.act(actor, id, act, async (tree, session) => {
      const [source, target] = [await resolvePath(tree, from), await resolvePath(tree, to)];
      await refusePlace(tree, source, target);
      const found = await find(tree, source);
      refuseUncopyable(found);
      if (found.some(({ stat }) => isFolder(stat)) && !session.mayDo('createDir')) {
        throw new AppError('file.forbidden');
      }
      await copyWhole(tree, session, { found, source, target });
    });
  }
}

async function refusePlace(tree: FileTree, source: string, target: string): Promise<void> {
  if (source === '/') {
    throw new AppError('file.path_invalid');
  }
  await tree.lstat(source);
  if (await tree.find(target)) {
    throw new FileError('exists');
  }
  // By where the folders really are: a link may lead back into what is copied.
  const [above, into] = [await tree.realpath(parentPath(source)), await tree.realpath(parentPath(target))];
  if (`${into}/`.startsWith(`${joinPath(above, baseName(source))}/`)) {
    throw new AppError('storage.into_itself');
  }
}

/** A link that was chosen is copied as a link, like those in folders. */
async function find(tree: FileTree, source: string): Promise<Walked[]> {
  const stat = await tree.lstat(source);
  if (isLink(stat)) {
    return [{ path: source, place: baseName(source), stat, isClosed: false }];
  }
  const found: Walked[] = [];
  for await (const one of walkTree(tree, [source], { most: LIMITS.archive.entries })) {
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
async function copyWhole(
  tree: FileTree,
  session: SessionFiles,
  { found, source, target }: Copy,
): Promise<void> {
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
    await copyTree(tree, found, { placeOf: (path) => draft + path.slice(source.length), onStep });
    await tree.rename(draft, target);
  } catch (error) {
    await removeTree(tree, draft).catch(() => undefined);
    throw error;
  }
}
