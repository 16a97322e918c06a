import type { HostDisk } from '@jadegate/contract/fleet/host-facts';

import { linesOf, sectionOf, type Sections } from './sections.ts';
import { clean, flagAt, isRecord, listOf, parsedJson, textAt, times, whole, wholeAt } from './text.ts';

const MAX_DISKS = 256;
const SECTOR = 512;
/** Made of memory or of files: nothing that somebody could pull out. */
const NO_DISK = /^(?:loop|zram|ram)\d/;

/** What `lsblk` lists; an old one lists it otherwise, and where there is none, the kernel's own folder does. */
export function disksOf(sections: Sections): HostDisk[] {
  const json = parsedJson(sectionOf(sections, 'lsblk').body);
  const tree = isRecord(json) ? flattened(json['blockdevices'], null) : [];
  const pairs = tree.length > 0 ? tree : linesOf(sections, 'lsblkp').flatMap(fromPairs);
  const found = pairs.length > 0 ? pairs : linesOf(sections, 'blk').flatMap(fromKernel);
  return found.filter(({ name, sizeBytes }) => sizeBytes !== 0 && !NO_DISK.test(name)).slice(0, MAX_DISKS);
}

/** Parts of a disk lie inside it, or beside it with its name. */
function flattened(entries: unknown, parent: string | null): HostDisk[] {
  return listOf(entries).flatMap((entry) => {
    const name = textAt(entry, 'name');
    if (name === null) {
      return [];
    }
    const [mountPoint] = Array.isArray(entry['mountpoints']) ? (entry['mountpoints'] as unknown[]) : [];
    const disk: HostDisk = {
      name,
      parent: textAt(entry, 'pkname') ?? parent,
      type: textAt(entry, 'type'),
      sizeBytes: wholeAt(entry, 'size'),
      model: textAt(entry, 'model'),
      serial: textAt(entry, 'serial'),
      vendor: textAt(entry, 'vendor'),
      isRotational: flagAt(entry, 'rota'),
      transport: textAt(entry, 'tran'),
      fileSystem: textAt(entry, 'fstype'),
      mountPoint: textAt(entry, 'mountpoint') ?? (typeof mountPoint === 'string' ? clean(mountPoint) : null),
    };
    return [disk, ...flattened(entry['children'], name)];
  });
}

function fromPairs(line: string): HostDisk[] {
  const entry = Object.fromEntries(
    [...line.matchAll(/([A-Z]+)="([^"]*)"/g)].map(([, key = '', value]) => [key.toLowerCase(), value]),
  );
  return flattened([entry], null);
}

/** Name, sectors, whether it turns, model. */
function fromKernel(line: string): HostDisk[] {
  const [name = '', sectors, rotational, ...model] = line.trim().split(/\s+/);
  const plain = clean(name);
  if (plain === null) {
    return [];
  }
  return [
    {
      name: plain,
      parent: null,
      type: 'disk',
      sizeBytes: times(whole(sectors), SECTOR),
      model: clean(model.join(' ')),
      serial: null,
      vendor: null,
      isRotational: rotational === '1' ? true : rotational === '0' ? false : null,
      transport: null,
      fileSystem: null,
      mountPoint: null,
    },
  ];
}
