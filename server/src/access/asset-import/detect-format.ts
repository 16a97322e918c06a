import { ASSET_IMPORT_COLUMNS, type AssetImportFormat } from '@jadegate/contract/access/asset-import';

import { isJumpserverHeader } from './read-jumpserver.ts';
import { KNOWN_HOST } from './read-known-hosts.ts';

const HEADERS = new Set(
  Object.values(ASSET_IMPORT_COLUMNS).flatMap((names) => names.map((name) => name.toLowerCase())),
);
const HOST_HEADERS = new Set(ASSET_IMPORT_COLUMNS.host.map((name) => name.toLowerCase()));
const SSH_WORDS = /^\s*(host|match|include|hostname|user|port|identityfile|proxyjump)(\s|=)/i;
const SECTION = /^\s*\[[^\]]+\]\s*([#;].*)?$/;
const ASSIGNMENT = /\sansible_\w+=/;
/** A machine by its name or address, as inventories without groups have them, and nothing else. */
const BARE_HOST = /^\s*[\w.:-]+(\[[\w:]+\][\w.:-]*)*\s*([#;].*)?$/;
const YAML_KEY = /^[\w.-]+:\s*(#.*)?$/;

/** In the settings of MobaXterm, `MobaXterm.ini`, much else stands before them. */
const HAS_BOOKMARKS = /^\[Bookmarks(?:_\d{1,5})?\]\r?\n[ \t]*SubRep=/m;

/** What a file looks like. The person may say otherwise. */
export function detectFormat(text: string): AssetImportFormat {
  const lines = text.split(/\r\n|\n|\r/, 500).filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => !/^\s*[#;]/.test(line));
  const [first = ''] = telling;
  const cells = first.split(',').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .toLowerCase(),
  );
  const program = HAS_BOOKMARKS.test(text) ? 'mobaxterm' : formatOfProgram(first.trimStart(), cells);
  if (program !== undefined) {
    return program;
  }
  if (cells.some((cell) => HOST_HEADERS.has(cell)) || (cells.length > 1 && cells.every(isHeader))) {
    return 'csv';
  }
  if (first.startsWith('---') || YAML_KEY.test(first)) {
    return 'ansible-yaml';
  }
  if (SSH_WORDS.test(first) && !first.includes(',')) {
    return 'ssh-config';
  }
  const isIni =
    telling.some((line) => SECTION.test(line) || ASSIGNMENT.test(line)) ||
    (telling.length > 0 && telling.every((line) => BARE_HOST.test(line)));
  return isIni && !first.includes(',') ? 'ansible-ini' : 'csv-plain';
}

/** Files that other programs write begin as nothing else does. */
function formatOfProgram(first: string, cells: readonly string[]): AssetImportFormat | undefined {
  if (/^(Windows Registry Editor|REGEDIT4)/.test(first)) {
    return 'putty';
  }
  if (first.startsWith('<')) {
    return 'guacamole';
  }
  if (first.startsWith('{')) {
    return 'termix';
  }
  if (KNOWN_HOST.test(first)) {
    return 'known-hosts';
  }
  return isJumpserverHeader(cells) ? 'jumpserver' : undefined;
}

const isHeader = (cell: string) => HEADERS.has(cell);
