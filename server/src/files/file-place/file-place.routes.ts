import type { IncomingHttpHeaders } from 'node:http';

import type { FileEndpoints } from '@jadegate/contract/files/file-endpoints';
import type {
  FileCount,
  FileEdit,
  FileEntry,
  FileUploadQuery,
  FolderPage,
  FolderQuery,
  OrderedArchive,
} from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import type { Api, Download } from '../../http/api.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { IncomingUpload } from './incoming-file.ts';

/** A call of somebody about the files of the session or the space with this id. */
type FileCall<Args extends unknown[], Answer> = (actor: Actor, id: string, ...args: Args) => Promise<Answer>;

/** What each place where files lie can do with them. */
interface FilePlaceServices {
  files: {
    page: FileCall<[FolderQuery], FolderPage>;
    stat: FileCall<[file: string], FileEntry>;
    mkdir: FileCall<[dir: string], void>;
    rename: FileCall<[from: string, to: string], void>;
    remove: FileCall<[file: string, taskId: string | undefined], void>;
    removed: FileCall<[taskId: string], number>;
  };
  copies: { copy: FileCall<[from: string, to: string], void> };
  transfers: {
    download: FileCall<[file: string, headers: IncomingHttpHeaders], Download>;
    upload: FileCall<[FileUploadQuery, IncomingUpload], void>;
    received: FileCall<[uploadId: string], number>;
    cancelUpload: FileCall<[uploadId: string], void>;
    edit: FileCall<[FileEdit], void>;
    newFile: FileCall<[file: string], void>;
  };
  archives: {
    measure: FileCall<[files: readonly string[]], FileCount>;
    order: FileCall<[files: readonly string[]], OrderedArchive>;
    download: FileCall<[archiveId: string], Download>;
  };
}

/** The first entries by name, for clients that want one list. */
const FIRST_LISTED: Omit<FolderQuery, 'dir'> = {
  pageIndex: 1,
  pageSize: LIMITS.folder.listed,
  showsHidden: true,
  foldersOnly: false,
};

export function filePlaceRoutes(
  api: Api,
  on: FileEndpoints,
  { files, copies, transfers, archives }: FilePlaceServices,
): void {
  api.on(on.list, async ({ actor, params, body }) => {
    const { items } = await files.page(actor, params.id, { ...FIRST_LISTED, dir: body.dir });
    return items;
  });
  api.on(on.page, ({ actor, params, body }) => files.page(actor, params.id, body));
  api.on(on.stat, ({ actor, params, query }) => files.stat(actor, params.id, query.file));
  api.on(on.makeFolder, ({ actor, params, query }) => files.mkdir(actor, params.id, query.dir));
  api.on(on.rename, ({ actor, params, query }) =>
    files.rename(actor, params.id, query.oldName, query.newName),
  );
  api.on(on.copy, ({ actor, params, body }) => copies.copy(actor, params.id, body.from, body.to));
  api.on(on.remove, ({ actor, params, body }) => files.remove(actor, params.id, body.file, body.taskId));
  api.on(on.removeProgress, async ({ actor, params, query }) => ({
    removed: await files.removed(actor, params.id, query.taskId),
  }));
  api.on(on.download, ({ actor, params, query, headers }) =>
    transfers.download(actor, params.id, query.file, headers),
  );
  api.on(on.upload, ({ actor, params, query, incoming, headers }) =>
    transfers.upload(actor, params.id, query, { incoming, announced: bareLength(headers) }),
  );
  api.on(on.uploadState, async ({ actor, params, query }) => ({
    received: await transfers.received(actor, params.id, query.uploadId),
  }));
  api.on(on.cancelUpload, ({ actor, params, query }) =>
    transfers.cancelUpload(actor, params.id, query.uploadId),
  );
  api.on(on.edit, ({ actor, params, body }) => transfers.edit(actor, params.id, body));
  api.on(on.newFile, ({ actor, params, body }) => transfers.newFile(actor, params.id, body.file));
  api.on(on.measure, ({ actor, params, body }) => archives.measure(actor, params.id, body.files));
  api.on(on.orderArchive, ({ actor, params, body }) => archives.order(actor, params.id, body.files));
  api.on(on.downloadArchive, ({ actor, params, query }) =>
    archives.download(actor, params.id, query.archiveId),
  );
}

/** Of a bare body, whose length is that of the file; a form is longer. */
function bareLength(headers: Readonly<IncomingHttpHeaders>): number | undefined {
  const length = Number(headers['content-length']);
  const isBare = headers['content-type']?.startsWith('application/octet-stream') === true;
  return isBare && Number.isSafeInteger(length) ? length : undefined;
}
