import { parentPath } from '@jadegate/contract/files/file-path';

import { FileError, isFileError } from './file-error.ts';
import { isFolder, type FileTree } from './file-tree.ts';

/** Makes a folder with every one above it that is missing; harmless when it is there. */
export async function makeFolders(tree: FileTree, path: string): Promise<void> {
  const found = await tree.find(path, 'stat');
  if (found) {
    if (!isFolder(found)) {
      throw new FileError('not_a_folder');
    }
    return;
  }
  await makeFolders(tree, parentPath(path));
  try {
    await tree.mkdir(path);
  } catch (error) {
    // Several files of one folder arrive at the same time.
    if (!isFileError(error, 'exists')) {
      throw error;
    }
  }
}
