import { joinPath } from '@jadegate/contract/file-path';

export interface PlacedFile {
  file: File;
  dir: string;
}

/** Files from a picker; those of a folder keep their place in it. */
export function placePicked(files: Iterable<File>, dir: string): PlacedFile[] {
  return Array.from(files, (file) => {
    const folders = file.webkitRelativePath.split('/').slice(0, -1);
    return { file, dir: folders.length > 0 ? joinPath(dir, folders.join('/')) : dir };
  });
}

/** Files that were dropped, with the folders among them read to the bottom. */
export async function placeDropped(data: DataTransfer, dir: string): Promise<PlacedFile[]> {
  // The list is emptied as soon as the event is over, so everything is taken out first.
  // What lies in no folder of the disk, such as a picture out of another page, is a file and no entry.
  const dropped = Array.from(data.items, (item) => item.webkitGetAsEntry() ?? item.getAsFile()).filter(
    (one) => one !== null,
  );
  const found = await Promise.all(
    dropped.map(async (one) => (one instanceof File ? [{ file: one, dir }] : filesUnder(one, dir))),
  );
  return found.flat();
}

async function filesUnder(entry: FileSystemEntry, dir: string): Promise<PlacedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return [{ file, dir }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: PlacedFile[] = [];
  for (;;) {
    // A browser gives a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) {
      return files;
    }
    const found = await Promise.all(some.map((one) => filesUnder(one, joinPath(dir, entry.name))));
    files.push(...found.flat());
  }
}
