import { JUMPSERVER_COLUMNS } from '@jadegate/contract/words/jumpserver-columns';

import { AppError } from '../../kernel/app-error.ts';
import { parseRecords, plainCell } from '../../kernel/csv.ts';
import { Hosts } from './hosts.ts';
import type { ParsedFile } from './parsed-file.ts';

type Column = keyof typeof JUMPSERVER_COLUMNS;

const PROTOCOL = /([a-z_0-9]{2,30})\/(\d{1,5})/gi;
/** They come along with SSH, and are no hosts of their own. */
const BESIDE: readonly string[] = ['sftp', 'http', 'https'];

export function isJumpserverHeader(cells: readonly string[]): boolean {
  const columns = cells.map(columnOf);
  return (['address', 'protocols', 'platform'] as const).every((column) => columns.includes(column));
}

/** Assets as JumpServer exports them: one of ours for each protocol that an asset speaks. Accounts are another file of it. */
export function readJumpserver(text: string, maxRows: number): ParsedFile {
  const [header, ...records] = parseRecords(text, maxRows, { isRagged: true });
  const columns = header?.record.map(columnOf) ?? [];
  if (!columns.includes('address')) {
    throw new AppError('asset_import.empty');
  }
  const hosts = new Hosts('jumpserver', maxRows);
  for (const { record, info } of records) {
    const cell = (column: Column) => plainCell(record[columns.indexOf(column)] ?? '').trim();
    const host = cell('address');
    if (host === '') {
      continue;
    }
    const name = cell('name') || host;
    const spoken = [...cell('protocols').matchAll(PROTOCOL)].map(([, protocol = '', port = '']) => ({
      protocol,
      port,
    }));
    const own = spoken.filter(({ protocol }) => !BESIDE.includes(protocol.toLowerCase()));
    if (own.length === 0) {
      hosts.note(info.lines, 'connectionSkipped', { name, connection: cell('protocols') || '?' });
    }
    for (const [index, { protocol, port }] of own.entries()) {
      hosts.add(info.lines, index === 0 ? name : `${name} (${protocol})`, protocol, {
        host,
        port,
        description: cell('comment'),
        tags: tagsOf(cell('nodes')),
      });
    }
  }
  return hosts.file();
}

function columnOf(cell: string): Column | undefined {
  const [label = '', field = ''] = cell.trim().replace(/^\*/, '').replace(/\)$/, '').toLowerCase().split('(');
  const names = Object.entries(JUMPSERVER_COLUMNS) as [Column, readonly string[]][];
  return names.find(([, known]) => known.includes(label.trim()) || known.includes(field.trim()))?.[0];
}

/** Of the paths of its tree the last part; the root is everybody's. */
function tagsOf(nodes: string): string {
  const paths = nodes.replaceAll(/[[\]'"]/g, '').split(/[,|;]/);
  const names = paths.flatMap((path) => path.trim().split('/').filter(Boolean).slice(1).at(-1) ?? []);
  return [...new Set(names)].join(',');
}
