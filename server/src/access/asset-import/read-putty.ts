import { Hosts, keyWarnings } from './hosts.ts';
import type { ParsedFile } from './parsed-file.ts';

const SESSION =
  /^\[(?:HKEY_CURRENT_USER|HKCU)\\Software\\SimonTatham\\PuTTY\\Sessions\\(?<name>[^\]]{1,1000})\]$/i;
const SETTING = /^"(?<key>\w{1,100})"=(?:"(?<text>.*)"|dword:(?<number>[\da-f]{1,8}))$/i;

/** The sessions of PuTTY, as the registry editor of Windows writes them down. */
export function readPutty(text: string, maxRows: number): ParsedFile {
  const hosts = new Hosts('putty', maxRows);
  let open: { name: string; line: number; settings: Map<string, string> } | undefined;
  const finish = () => {
    const [account, host] = split(open?.settings.get('HostName') ?? '');
    // What holds for new sessions has no host.
    if (open && host !== '') {
      const { name, line, settings } = open;
      const cells = {
        host,
        port: settings.get('PortNumber') ?? '',
        username: settings.get('UserName') || account,
      };
      hosts.add(
        line,
        name,
        settings.get('Protocol') || 'ssh',
        cells,
        keyWarnings(settings.get('PublicKeyFile')),
      );
    }
    open = undefined;
  };
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    if (line.startsWith('[')) {
      finish();
      const name = SESSION.exec(line)?.groups?.name;
      open = name === undefined ? undefined : { name: decoded(name), line: index + 1, settings: new Map() };
    } else if (open) {
      const { key = '', text: value, number } = SETTING.exec(line)?.groups ?? {};
      if (key !== '') {
        open.settings.set(
          key,
          value === undefined ? String(Number.parseInt(number ?? '0', 16)) : unescaped(value),
        );
      }
    }
  }
  finish();
  return hosts.file();
}

/** A file of the registry editor is UTF-16 with a mark. Undefined for any other file. */
export function registryText(file: Uint8Array): string | undefined {
  if (file[0] !== 0xff || file[1] !== 0xfe) {
    return undefined;
  }
  const text = new TextDecoder('utf-16le').decode(file);
  return text.startsWith('Windows Registry Editor') ? text : undefined;
}

const unescaped = (value: string) => value.replaceAll(/\\(.)/g, '$1');

function split(place: string): [account: string, host: string] {
  const at = place.lastIndexOf('@');
  return at < 0 ? ['', place.trim()] : [place.slice(0, at).trim(), place.slice(at + 1).trim()];
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
