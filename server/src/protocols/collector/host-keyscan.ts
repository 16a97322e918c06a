import net from 'node:net';

import { newNonce, type Question } from './question.ts';
import { linesOf, sectionOf, type Sections } from './sections.ts';

/** Where a machine answers, as the host that is asked sees it. */
export interface ScannedPlace {
  address: string;
  port: number;
}

/** What a host saw of a neighbour. */
export interface HostKeyScan {
  /** Type and key, each type once; empty when nothing answered or `ssh-keyscan` is not there. */
  keys: readonly { keyType: string; publicKey: string }[];
  /** At which card of its network the address is: null when that is not one, and nobody's. */
  mac: string | null;
}

const KEY_TYPES: ReadonlySet<string> = new Set([
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
]);
/** One of each kind that is asked for. */
const MOST_KEYS = 3;
const LONGEST_KEY = 12_000;

/**
 * Fetches the keys of a neighbour, and looks up afterwards whose card the address was reached at: whoever answers for an
 * address that is not theirs answers from another.
 */
const SCRIPT = `main() {
LC_ALL=C LANG=C; export LC_ALL LANG; unset LANGUAGE
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin; export PATH
B() { printf '\\n@@%s B %s\\n' "$N" "$1"; printf '\\n@@%s B %s\\n' "$N" "$1" >&2; }
E() { printf '\\n@@%s E %s %s\\n' "$N" "$1" "$2"; printf '\\n@@%s E %s %s\\n' "$N" "$1" "$2" >&2; }
B keys; if command -v ssh-keyscan >/dev/null 2>&1; then ssh-keyscan -T 4 -p "$P" -t rsa,ecdsa,ed25519 "$A"; E keys $?; else E keys 127; fi
B near; ip neigh show to "$A" 2>/dev/null || grep -F "$A " /proc/net/arp; E near $?
B end; E end 0
}
main </dev/null
`;

export function keyscanQuestion({ address, port }: ScannedPlace): Question {
  if (net.isIP(address) === 0 || !Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error('key scan: no such place');
  }
  const nonce = newNonce();
  return { nonce, input: `N=${nonce}\nA=${address}\nP=${port}\n${SCRIPT}` };
}

/** Undefined when there is a line that an honest `ssh-keyscan` of this one place does not print: then none is believed. */
export function readKeyscan(sections: Sections, { address, port }: ScannedPlace): HostKeyScan | undefined {
  const name = port === 22 ? address : `[${address}]:${port}`;
  const lines = sectionOf(sections, 'keys')
    .body.split('\n')
    .filter((line) => line !== '');
  const keys = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' '))
    .map(([host, keyType = '', publicKey = '', ...more]) =>
      host === name && more.length === 0 && isKey(keyType, publicKey) ? { keyType, publicKey } : undefined,
    );
  const known = keys.filter((key) => key !== undefined);
  const areEachOnce = new Set(known.map(({ keyType }) => keyType)).size === known.length;
  if (known.length < keys.length || keys.length > MOST_KEYS || lines.length > 4 * MOST_KEYS || !areEachOnce) {
    return undefined;
  }
  return { keys: known, mac: macOf(linesOf(sections, 'near'), address) };
}

function isKey(keyType: string, publicKey: string): boolean {
  return (
    KEY_TYPES.has(keyType) && publicKey.length <= LONGEST_KEY && /^[A-Za-z0-9+/]+={0,2}$/.test(publicKey)
  );
}

function macOf(lines: readonly string[], address: string): string | null {
  const macs = lines
    .slice(0, 16)
    .map((line) => line.slice(0, 200).split(/\s+/))
    .filter(([first]) => first === address)
    .flatMap((words) => words.find((word) => /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(word)) ?? [])
    .map((mac) => mac.toLowerCase());
  const [mac, ...others] = new Set(macs);
  return mac === undefined || others.length > 0 || mac === '00:00:00:00:00:00' ? null : mac;
}
