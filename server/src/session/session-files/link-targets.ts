import { joinPath } from '@jadegate/contract/files/file-path';

import { inParallel } from '../../kernel/in-parallel.ts';
import { isFolder, isLink, type FileTree, type ScannedFile } from '../../protocols/files/file-tree.ts';

const AT_ONCE = 32;
/** So many are followed before a folder is sorted; behind them, a link is a file until it is shown. */
const FOLLOWED = 1000;

/** Where the links of a folder lead: only the target can tell, one by one. */
export class LinkTargets {
  readonly #tree: FileTree;
  readonly #folder: string;
  readonly #known = new Map<string, boolean>();

  constructor(tree: FileTree, folder: string) {
    this.#tree = tree;
    this.#folder = folder;
  }

  leadsToFolder({ name }: Pick<ScannedFile, 'name'>): boolean {
    return this.#known.get(name) === true;
  }

  async *followed(
    pieces: AsyncIterable<readonly ScannedFile[]>,
  ): AsyncGenerator<readonly ScannedFile[], void> {
    for await (const piece of pieces) {
      if (this.#known.size < FOLLOWED) {
        await this.follow(piece);
      }
      yield piece;
    }
  }

  async follow(entries: readonly ScannedFile[]): Promise<void> {
    const links = entries.filter((entry) => isLink(entry) && !this.#known.has(entry.name));
    await inParallel(links, AT_ONCE, async ({ name }) => {
      // A link that leads nowhere leads to no folder.
      const end = await this.#tree.stat(joinPath(this.#folder, name)).catch(() => undefined);
      this.#known.set(name, end !== undefined && isFolder(end));
    });
  }
}
