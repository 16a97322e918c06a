import { Hosts, keyWarnings } from './hosts.ts';
import type { ParsedFile } from './parsed-file.ts';

const SECTION = /^\[(?<name>\w{1,50})\]$/;
/** The icon, the kind of session, and the settings of it. */
const BOOKMARK = /^(?<name>[^=]{1,500})=[^#]{0,200}#\d{1,6}#(?<kind>\d{1,3})%(?<settings>.*)$/;
/** Those that have something like them here; other kinds are files, shells and browsers. */
const KINDS: Readonly<Record<string, string>> = { 0: 'ssh', 1: 'telnet', 4: 'rdp', 5: 'vnc' };
const PRIVATE_KEY_AT = 13;
/** Signs that mean something in such a line are written as words. */
const WORDS: Readonly<Record<string, string>> = {
  PERCENT: '%',
  DIEZE: '#',
  PTVIRG: ';',
  DBLQUO: '"',
  EQUAL: '=',
};

/** The bookmarks of MobaXterm, from its settings or from a file of sessions. Its passwords are kept elsewhere. */
export function readMobaxterm(text: string, maxRows: number): ParsedFile {
  const hosts = new Hosts('mobaxterm', maxRows);
  let isBookmarks = false;
  let folder = '';
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    const section = SECTION.exec(line)?.groups?.name;
    if (section !== undefined) {
      isBookmarks = /^Bookmarks(_\d+)?$/.test(section);
      folder = '';
    } else if (isBookmarks && line.startsWith('SubRep=')) {
      folder = line.slice('SubRep='.length).split('\\').at(-1) ?? '';
    } else if (isBookmarks) {
      const { name = '', kind = '', settings = '' } = BOOKMARK.exec(line)?.groups ?? {};
      if (name !== '') {
        const [host = '', port = '', account = '', ...more] = settings.split('%').map(unescaped);
        // None, one of a list that is kept elsewhere, or what a kind without accounts has in its place.
        const username = /^(-1|<.*>|\[.*\])?$/.test(account) ? '' : account;
        const protocol = KINDS[kind] ?? `#${kind}`;
        const warnings = protocol === 'ssh' ? keyWarnings(more[PRIVATE_KEY_AT - 3]) : [];
        hosts.add(index + 1, unescaped(name), protocol, { host, port, username, tags: folder }, warnings);
      }
    }
  }
  return hosts.file();
}

const unescaped = (text: string) =>
  text.replaceAll(/__([A-Z]{5,7})__/g, (whole, word) => WORDS[String(word)] ?? whole).trim();
