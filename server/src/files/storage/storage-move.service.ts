import { translate } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { OfferedNotice } from '../../platform/notice/notice.service.ts';
import { moveTree, type MovedTree } from '../../storage/move-tree.ts';
import { spacesOnDisk, type Storage } from '../../storage/open-storage.ts';

interface Dependencies {
  dataDir: string;
  storage: Storage;
}

/** Files of spaces from before there was S3: still on this disk, where nobody sees them, until they are moved. */
export class StorageMoveService {
  readonly #deps: Dependencies;
  #isWaiting = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Whether something is left on the disk that belongs to S3. */
  async isWaiting(): Promise<boolean> {
    this.#isWaiting = false;
    if (this.#deps.storage.bucket) {
      for await (const { kind } of spacesOnDisk(this.#deps.dataDir).walk('/')) {
        if (kind === 'file') {
          this.#isWaiting = true;
          break;
        }
      }
    }
    return this.#isWaiting;
  }

  notices(): OfferedNotice[] {
    if (!this.#isWaiting) {
      return [];
    }
    const text: OfferedNotice['text'] = (language) => translate(NOTICE_WORDS.storage_not_moved, language);
    return [{ id: 'storage-not-moved', level: 'danger', menus: ['storage', 'setting'], text }];
  }

  async moveAll(tell: (moved: Readonly<MovedTree>) => void): Promise<MovedTree> {
    return moveTree(spacesOnDisk(this.#deps.dataDir), this.#deps.storage.spaces, tell);
  }
}
