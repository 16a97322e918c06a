import type { StorageAction } from '@jadegate/contract/files/storage-log';

import type { OpenFile, SftpLine } from './open-files.ts';
import type { Attributes, Request } from './request.ts';

/** What stands in the log of a request by itself: one that was done at once, or refused. */
export function linesOfRequest(
  request: Request,
  file: OpenFile | undefined,
  named: (path: Buffer) => string,
  isDone: boolean,
): SftpLine[] {
  const line = (action: StorageAction, fileName: string) => [{ action, fileName, isDone }];
  switch (request.kind) {
    case 'open':
      return line(request.writes ? 'upload' : 'download', named(request.path));
    case 'read':
      return line('download', file?.name ?? '');
    case 'write':
      return line(file?.writesBy ?? 'upload', file?.name ?? '');
    case 'setstat':
      return ofAttributes(request.attributes, named(request.path), line);
    case 'fsetstat':
      return ofAttributes(request.attributes, file?.name ?? '', line);
    case 'mkdir':
      return line('mkdir', named(request.path));
    case 'remove':
    case 'rmdir':
      return line('rm', named(request.path));
    case 'rename':
      return line('rename', `${named(request.from)} → ${named(request.to)}`);
    case 'link':
      return line('link', `${named(request.path)} → ${named(request.leadsTo)}`);
    case 'copy_data':
      return line('copy', file?.name ?? '');
    case 'look':
    case 'ask_handle':
    case 'close':
    case 'limits':
    case 'unknown':
      return [];
  }
}

function ofAttributes(
  { permissions, owner, ...content }: Attributes,
  name: string,
  line: (action: StorageAction, fileName: string) => SftpLine[],
): SftpLine[] {
  const mode = permissions === undefined ? [] : [(permissions & 0o7777).toString(8).padStart(4, '0')];
  const who = owner === undefined ? [] : [`${owner.uid}:${owner.gid}`];
  return [
    ...[...mode, ...who].flatMap((value) => line('chmod', `${name} → ${value}`)),
    ...(Object.keys(content).length > 0 && mode.length + who.length === 0 ? line('edit', name) : []),
  ];
}
