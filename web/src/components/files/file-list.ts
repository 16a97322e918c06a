import { normalPath, parentPath } from '@jadegate/contract/files/file-path';
import type { FileEntry, FileSortField } from '@jadegate/contract/files/files';

export interface Sort {
  field: FileSortField;
  isDescending: boolean;
}

export const opensAsFolder = ({ isDir, leadsToDir }: FileEntry) => isDir || leadsToDir;

/** As the server sorts a folder: folders first, then by the field, names as people read them: `file 2` before `file 10`. */
export function sortEntries(entries: readonly FileEntry[], { field, isDescending }: Sort): FileEntry[] {
  const names = new Intl.Collator('zh-Hant', { numeric: true, sensitivity: 'base' });
  const compare = (a: FileEntry, b: FileEntry) => {
    const byField = {
      name: () => names.compare(a.name, b.name),
      size: () => a.size - b.size,
      modTime: () => a.modTime.localeCompare(b.modTime),
    }[field]();
    return (isDescending ? -byField : byField) || names.compare(a.name, b.name);
  };
  return entries.toSorted((a, b) => Number(opensAsFolder(b)) - Number(opensAsFolder(a)) || compare(a, b));
}

/** What somebody typed as a path, seen from a folder. Undefined when it is none. */
export function typedPath(typed: string, from: string): string | undefined {
  const text = typed.trim();
  const whole = text.startsWith('/') ? text : `${from}/${text}`;
  const path = whole.split('/').reduce((at, segment) => {
    if (segment === '..') {
      return parentPath(at);
    }
    return segment === '' || segment === '.' ? at : `${at === '/' ? '' : at}/${segment}`;
  }, '/');
  return text === '' ? undefined : normalPath(path);
}

/** The folders above a path, from the root down, the path itself last. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return [
    { name: '/', path: '/' },
    ...segments.map((name, index) => ({ name, path: `/${segments.slice(0, index + 1).join('/')}` })),
  ];
}

/** Those a person wants to see: hidden ones only when asked for, and those whose name contains the text. */
export function filterEntries(
  entries: readonly FileEntry[],
  { text, showsHidden }: { text: string; showsHidden: boolean },
): FileEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    ({ name }) => (showsHidden || !name.startsWith('.')) && name.toLowerCase().includes(wanted),
  );
}
