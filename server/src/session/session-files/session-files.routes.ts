import {
  cancelUpload,
  changeMode,
  copyFile,
  downloadArchive,
  downloadFile,
  editFile,
  listFiles,
  listFolder,
  makeFolder,
  measureFiles,
  newFile,
  orderArchive,
  removeFile,
  removeProgress,
  renameFile,
  statFile,
  uploadFile,
  uploadState,
} from '@jadegate/contract/session/session-files';

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

export function sessionFilesRoutes(
  api: Api,
  { sessionFiles, fileTransfers, fileArchives, fileCopies }: Services,
): void {
  api.on(listFiles, ({ actor, params, body }) => sessionFiles.list(actor, params.id, body.dir));
  api.on(listFolder, ({ actor, params, body }) => sessionFiles.page(actor, params.id, body));
  api.on(statFile, ({ actor, params, query }) => sessionFiles.stat(actor, params.id, query.file));
  api.on(makeFolder, ({ actor, params, query }) => sessionFiles.mkdir(actor, params.id, query.dir));
  api.on(newFile, ({ actor, params, body }) => sessionFiles.newFile(actor, params.id, body.file));
  api.on(renameFile, ({ actor, params, query }) =>
    sessionFiles.rename(actor, params.id, query.oldName, query.newName),
  );
  api.on(copyFile, ({ actor, params, body }) => fileCopies.copy(actor, params.id, body.from, body.to));
  api.on(changeMode, ({ actor, params, body }) =>
    sessionFiles.chmod(actor, params.id, body.file, body.permissions),
  );
  api.on(removeFile, ({ actor, params, body }) =>
    sessionFiles.remove(actor, params.id, body.file, body.taskId),
  );
  api.on(removeProgress, async ({ actor, params, query }) => ({
    removed: await sessionFiles.removed(actor, params.id, query.taskId),
  }));
  api.on(downloadFile, ({ actor, params, query, headers }) =>
    fileTransfers.download(actor, params.id, query.file, headers),
  );
  api.on(uploadFile, ({ actor, params, query, incoming }) =>
    fileTransfers.upload(actor, params.id, query, incoming),
  );
  api.on(uploadState, async ({ actor, params, query }) => ({
    received: await fileTransfers.received(actor, params.id, query.uploadId),
  }));
  api.on(cancelUpload, ({ actor, params, query }) =>
    fileTransfers.cancelUpload(actor, params.id, query.uploadId),
  );
  api.on(measureFiles, ({ actor, params, body }) => fileArchives.measure(actor, params.id, body.files));
  api.on(orderArchive, ({ actor, params, body }) => fileArchives.order(actor, params.id, body.files));
  api.on(downloadArchive, ({ actor, params, query }) =>
    fileArchives.download(actor, params.id, query.archiveId),
  );
  api.on(editFile, ({ actor, params, body }) => fileTransfers.edit(actor, params.id, body));
}
