import { isFolder, isLink, type FileStat } from '../../files/file-tree.ts';
import { HAS, packet, TYPE, type Field } from '../../ssh/sftp-packet.ts';

/** A file with its name, as a listing shows it. */
interface NamedStat {
  name: Uint8Array;
  stat: FileStat;
}

export const FOLDER_STAT: FileStat = { size: 0, uid: 0, gid: 0, mode: 0o040_755, modifiedAt: 0 };

export function attributesPacket(id: number, stat: FileStat): Buffer {
  return packet(TYPE.attrs, [id, ...attributeFields(stat)]);
}

export function namesPacket(id: number, entries: readonly NamedStat[]): Buffer {
  const fields = entries.flatMap(({ name, stat }): Field[] => [
    name,
    Buffer.concat([Buffer.from(longLine(stat)), name]),
    ...attributeFields(stat),
  ]);
  return packet(TYPE.name, [id, entries.length, ...fields]);
}

/** The answer that is one path and nothing about it. */
export function pathPacket(id: number, path: Uint8Array): Buffer {
  return packet(TYPE.name, [id, 1, path, path, 0]);
}

function attributeFields({ size, uid, gid, mode, modifiedAt }: FileStat): Field[] {
  const flags = HAS.size | HAS.owner | HAS.permissions | HAS.times;
  return [flags, BigInt(size), uid, gid, mode, modifiedAt, modifiedAt];
}

/** As `ls -l` would print it up to the name: some clients read nothing else. */
function longLine(stat: FileStat): string {
  const type = isFolder(stat) ? 'd' : isLink(stat) ? 'l' : '-';
  const bits = Array.from({ length: 9 }, (_, at) =>
    (stat.mode >> (8 - at)) & 1 ? 'rwx'.charAt(at % 3) : '-',
  ).join('');
  const [, day = '', month = '', year = ''] = new Date(stat.modifiedAt * 1000).toUTCString().split(' ');
  const owner = `${stat.uid}`.padEnd(8);
  const group = `${stat.gid}`.padEnd(8);
  return `${type}${bits}    1 ${owner} ${group} ${String(stat.size).padStart(8)} ${month} ${day}  ${year} `;
}
