import { Hosts } from './hosts.ts';
import type { ParsedFile } from './parsed-file.ts';

/** Names, the kind of key, the key. Lines about certificates and lost keys begin with a mark and name no host of ours. */
export const KNOWN_HOST = /^(?<names>[^\s@#]\S*)\s+(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[\w@.-]+\s+[\w+/=]+/;
const ADDRESS = /^\[(?<host>[^\]]+)\]:(?<port>\d{1,5})$/;

/** The hosts that an OpenSSH client has met. Names that it keeps as sums cannot be read back. */
export function readKnownHosts(text: string, maxRows: number): ParsedFile {
  const hosts = new Hosts('known-hosts', maxRows);
  const seen = new Set<string>();
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const names = KNOWN_HOST.exec(raw.trim())?.groups?.names?.split(',') ?? [];
    const [first] = names;
    if (first === undefined || seen.has(first)) {
      continue;
    }
    seen.add(first);
    if (first.startsWith('|')) {
      hosts.note(index + 1, 'hashedHost');
    } else if (/[*?!]/.test(first)) {
      hosts.note(index + 1, 'patternSkipped', { name: first });
    } else {
      const { host = first, port = '' } = ADDRESS.exec(first)?.groups ?? {};
      hosts.add(index + 1, host, 'ssh', { host, port });
    }
  }
  return hosts.file();
}
