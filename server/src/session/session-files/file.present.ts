import type { FileEntry } from '@jadegate/contract/files/files';

import { familyTime } from '../../kernel/family-time.ts';
import { isFolder, isLink, type FileStat } from '../../protocols/files/file-tree.ts';

const TYPES: Record<number, string> = {
  0o010_000: 'p',
  0o020_000: 'c',
  0o040_000: 'd',
  0o060_000: 'b',
  0o120_000: 'L',
  0o140_000: 'S',
};

/** `-rw-r--r--`; what runs with another's rights is marked as `ls` does. */
function modeText(mode: number): string {
  const bits = [0o400, 0o200, 0o100, 0o040, 0o020, 0o010, 0o004, 0o002, 0o001];
  const text = bits.map((bit, index) => ((mode & bit) === 0 ? '-' : ('rwx'[index % 3] ?? '-')));
  const mark = (bit: number, at: number, letter: string) => {
    if ((mode & bit) !== 0) {
      text[at] = text[at] === 'x' ? letter : letter.toUpperCase();
    }
  };
  mark(0o4000, 2, 's');
  mark(0o2000, 5, 's');
  mark(0o1000, 8, 't');
  return (TYPES[mode & 0o170_000] ?? '-') + text.join('');
}

interface Presented extends FileStat {
  owner?: string;
  group?: string;
}

export function presentFile(name: string, path: string, stat: Presented, leadsToDir = false): FileEntry {
  return {
    name,
    path,
    isDir: isFolder(stat),
    mode: modeText(stat.mode),
    isLink: isLink(stat),
    modTime: familyTime(stat.modifiedAt * 1000),
    size: Number.isSafeInteger(stat.size) ? stat.size : Number.MAX_SAFE_INTEGER,
    leadsToDir,
    permissions: stat.mode & 0o7777,
    uid: stat.uid,
    gid: stat.gid,
    owner: stat.owner ?? '',
    group: stat.group ?? '',
  };
}
