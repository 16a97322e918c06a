import { joinPath } from '@jadegate/contract/files/file-path';

import type { Moved } from '../../files/file-place/guarded-files.ts';
import type { SessionFiles } from '../session/live-session.service.ts';
import { resolvePath, type Act, type FileAccess } from './file-access.ts';
import { sendFile, type FileToSend, type SendWatch } from './send-file.ts';

interface Sending extends Omit<FileToSend, 'folder'> {
  /** As somebody wrote it: `~` is where the login begins. */
  folder: string;
  /** Told where on the target it goes. */
  onPlace: (path: string) => void;
}

/** Files that the server puts on a target for somebody, under the right to upload and with a line in the log. */
export class FileSendingService {
  readonly #access: FileAccess;

  constructor(access: FileAccess) {
    this.#access = access;
  }

  /** Undefined when one of that name is there and stays, which is no upload and stands in no log. */
  send(session: SessionFiles, { onPlace, ...file }: Sending, watch: SendWatch): Promise<Moved | undefined> {
    const act: Act = { action: 'upload', flag: 'upload', fileName: joinPath(file.folder, file.name) };
    return this.#access.beginIn(session, act, async (tree) => {
      const folder = await resolvePath(tree, file.folder);
      act.fileName = joinPath(folder, file.name);
      onPlace(act.fileName);
      const makeFolders = file.makeFolders && session.mayDo('createDir');
      const moved = await sendFile(tree, { ...file, folder, makeFolders }, watch);
      if (moved) {
        await this.#access.write(session, act, true, moved);
      }
      return moved;
    });
  }
}
