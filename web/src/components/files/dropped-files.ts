import { joinPath, parentPath } from '@jadegate/contract/files/file-path';

interface PlacedFile {
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

/** What was dropped. */
interface Dropped {
  files: PlacedFile[];
  /** Folders with nothing in them: no file brings them along. */
  emptyFolders: string[];
}

/** Files that were dropped, with the folders among them read to the bottom. */
export async function placeDropped(data: DataTransfer, dir: string): Promise<Dropped> {
  // The list is emptied as soon as the event is over, so everything is taken out first.
  // What lies in no folder of the disk, such as a picture out of another page, is a file and no entry.
  const dropped = Array.from(data.items, (item) => item.webkitGetAsEntry() ?? item.getAsFile()).filter(
    (one) => one !== null,
  );
  return together(
    dropped.map(async (one) =>
      one instanceof File ? { files: [{ file: one, dir }], emptyFolders: [] } : droppedUnder(one, dir),
    ),
  );
}

async function droppedUnder(entry: FileSystemEntry, dir: string): Promise<Dropped> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    return { files: [{ file, dir }], emptyFolders: [] };
  }
  const folder = joinPath(dir, entry.name);
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  return inside.length === 0
    ? { files: [], emptyFolders: [folder] }
    : together(inside.map((one) => droppedUnder(one, folder)));
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    // A browser gives a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) {
      return entries;
    }
    entries.push(...some);
  }
}

async function together(parts: readonly Promise<Dropped>[]): Promise<Dropped> {
  const all = await Promise.all(parts);
  return {
    files: all.flatMap(({ files }) => files),
    emptyFolders: all.flatMap(({ emptyFolders }) => emptyFolders),
  };
}

/** These folders and those above them, up to the one in which they were dropped, from the top down. */
export function foldersToMake(folders: readonly string[], dir: string): string[] {
  const all = new Set<string>();
  for (const folder of folders) {
    const above: string[] = [];
    for (let path = folder; path !== dir && path !== '/'; path = parentPath(path)) {
      above.unshift(path);
    }
    above.forEach((path) => all.add(path));
  }
  return [...all];
}
