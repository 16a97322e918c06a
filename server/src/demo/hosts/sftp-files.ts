import { posix } from 'node:path';

import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2';

import { modeText } from './commands-files.ts';
import { TreeError, type FileTree, type TreeEntry } from './file-tree.ts';

const { STATUS_CODE: STATUS, OPEN_MODE } = ssh2.utils.sftp;
const FOLDER = 0o040000;
const FILE = 0o100000;
const MAX_OPEN = 100;

const CODES: Record<TreeError['fault'], number> = {
  'not-found': STATUS.NO_SUCH_FILE,
  exists: STATUS.FAILURE,
  full: STATUS.FAILURE,
  'not-empty': STATUS.FAILURE,
  denied: STATUS.PERMISSION_DENIED,
};

interface OpenFile {
  path: string;
  bytes: Buffer;
  isChanged: boolean;
}
type Open = OpenFile | { rows: ReturnType<FileTree['list']> | undefined };

/** Where a name leads: a home folder where none is given. */
const place = (path: string) => posix.resolve('/home/ops', path);

/** Files of the tree by SFTP, as far as the product asks for them. A file is written when it is closed. */
export function serveFiles(sftp: SFTPWrapper, files: FileTree): void {
  const handles = new Map<number, Open>();
  let last = 0;
  const keep = (open: Open): Buffer => {
    if (handles.size >= MAX_OPEN) {
      throw new TreeError('full');
    }
    last += 1;
    handles.set(last, open);
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(last);
    return handle;
  };
  const opened = (handle: Buffer): Open | undefined => handles.get(handle.readUInt32BE(0));
  const fileAt = (handle: Buffer): OpenFile => {
    const open = opened(handle);
    if (!open || !('bytes' in open)) {
      throw new TreeError('not-found');
    }
    return open;
  };
  /** Does it, and answers success unless the work has answered by itself. */
  const attempt = (id: number, work: () => boolean | void) => {
    try {
      if (work() !== true) {
        sftp.status(id, STATUS.OK);
      }
    } catch (error) {
      sftp.status(id, error instanceof TreeError ? CODES[error.fault] : STATUS.FAILURE);
    }
  };
  const answerStat = (id: number, path: string) =>
    attempt(id, () => {
      sftp.attrs(id, attributesOf(files.need(place(path))));
      return true;
    });

  sftp.on('OPEN', (id, path, flags) =>
    attempt(id, () => {
      const at = place(path);
      const writes = (flags & OPEN_MODE.WRITE) !== 0;
      const before = writes ? files.get(at) : files.need(at);
      if (writes && (flags & OPEN_MODE.EXCL) !== 0 && before) {
        throw new TreeError('exists');
      }
      const keeps = before && (flags & OPEN_MODE.TRUNC) === 0;
      const bytes = keeps ? before.bytes : Buffer.alloc(0);
      if (writes) {
        files.write(at, bytes);
      }
      sftp.handle(id, keep({ path: at, bytes, isChanged: false }));
      return true;
    }),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    attempt(id, () => {
      const part = fileAt(handle).bytes.subarray(offset, offset + length);
      if (part.length === 0) {
        sftp.status(id, STATUS.EOF);
      } else {
        sftp.data(id, part);
      }
      return true;
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    attempt(id, () => {
      const file = fileAt(handle);
      const end = offset + data.length;
      if (end > file.bytes.length) {
        files.write(file.path, Buffer.concat([file.bytes], Math.max(end, file.bytes.length)));
        file.bytes = Buffer.concat([file.bytes], end);
      } else if (!file.isChanged) {
        file.bytes = Buffer.from(file.bytes);
      }
      file.isChanged = true;
      data.copy(file.bytes, offset);
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    attempt(id, () => {
      const open = opened(handle);
      handles.delete(handle.readUInt32BE(0));
      if (open && 'bytes' in open && open.isChanged) {
        files.write(open.path, open.bytes);
      }
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      const at = place(path);
      if (!files.need(at).isFolder) {
        throw new TreeError('not-found');
      }
      sftp.handle(id, keep({ rows: files.list(at) }));
      return true;
    }),
  );
  sftp.on('READDIR', (id, handle) =>
    attempt(id, () => {
      const open = opened(handle);
      if (!open || 'bytes' in open || !open.rows) {
        sftp.status(id, STATUS.EOF);
        return true;
      }
      sftp.name(
        id,
        open.rows.map(({ name, entry }) => ({
          filename: name,
          longname: `${modeText(entry)} 1 ${entry.owner} ${entry.owner} ${entry.bytes.length} ${name}`,
          attrs: attributesOf(entry),
        })),
      );
      open.rows = undefined;
      return true;
    }),
  );
  sftp.on('REALPATH', (id, path) =>
    attempt(id, () => {
      sftp.name(id, [{ filename: place(path), longname: '', attrs: {} as Attributes }]);
      return true;
    }),
  );
  sftp.on('STAT', answerStat);
  sftp.on('LSTAT', answerStat);
  sftp.on('FSTAT', (id, handle) =>
    attempt(id, () => {
      const { path, bytes } = fileAt(handle);
      sftp.attrs(id, { ...attributesOf(files.need(path)), size: bytes.length });
      return true;
    }),
  );
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS.OK));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS.OK));
  sftp.on('MKDIR', (id, path) => attempt(id, () => files.makeFolder(place(path))));
  sftp.on('REMOVE', (id, path) => attempt(id, () => files.remove(place(path), false)));
  sftp.on('RMDIR', (id, path) => attempt(id, () => files.remove(place(path), true)));
  sftp.on('RENAME', (id, from, to) => attempt(id, () => files.rename(place(from), place(to))));
}

function attributesOf({ isFolder, bytes, mode, changedAt, owner }: TreeEntry): Attributes {
  const uid = owner === 'ops' ? 1000 : 0;
  return {
    mode: (isFolder ? FOLDER : FILE) | mode,
    uid,
    gid: uid,
    size: isFolder ? 4096 : bytes.length,
    atime: changedAt,
    mtime: changedAt,
  };
}
