import { storageFileEndpoints as on } from '@jadegate/contract/files/storage-files';

import { call } from '../../../api/call.ts';
import { fileCalls } from '../../../api/file-calls.ts';
import type { FileSource } from '../../../components/files/file-source.ts';

interface StorageSource {
  id: string;
  refusal: FileSource['refusal'];
  /** What is used of it is another amount now. */
  onChanged: () => void;
}

/** The files of a storage space. */
export function storageFileSource({ id, refusal, onChanged }: StorageSource): FileSource {
  const files = fileCalls(on, id);
  const changing = async (doing: Promise<unknown>) => {
    try {
      await doing;
    } finally {
      onChanged();
    }
  };
  return {
    ...files,
    key: `storage ${id}`,
    refusal,
    home: () => Promise.resolve('/'),
    copy: (from, to) => changing(files.copy(from, to)),
    remove: (file, taskId) => changing(files.remove(file, taskId)),
    save: (file, contentBase64, expected) => changing(files.save(file, contentBase64, expected)),
    search: (dir, name, signal) => call(on.search, { params: { id }, query: { dir, name }, signal }),
    onArrival: onChanged,
  };
}
