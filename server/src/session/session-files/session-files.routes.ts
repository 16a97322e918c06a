import { sessionFileEndpoints } from '@jadegate/contract/session/session-files';

import { filePlaceRoutes } from '../../files/file-place/file-place.routes.ts';
import type { Api } from '../../http/api.ts';
import type { ArchiveService } from './archive.service.ts';
import type { FileCopyService } from './file-copy.service.ts';
import type { FileTransferService } from './file-transfer.service.ts';
import type { SessionFilesService } from './session-files.service.ts';

interface Services {
  sessionFiles: SessionFilesService;
  fileTransfers: FileTransferService;
  fileArchives: ArchiveService;
  fileCopies: FileCopyService;
}

export function sessionFilesRoutes(api: Api, services: Services): void {
  const { sessionFiles, fileTransfers, fileArchives, fileCopies } = services;
  filePlaceRoutes(api, sessionFileEndpoints, {
    files: sessionFiles,
    copies: fileCopies,
    transfers: fileTransfers,
    archives: fileArchives,
  });
  api.on(sessionFileEndpoints.changeMode, ({ actor, params, body }) =>
    sessionFiles.chmod(actor, params.id, body.file, body.permissions),
  );
}
