import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

import { plainAddress } from './ip-set.ts';

/** A name or an address, and a port. */
export interface Place {
  host: string;
  port: number;
}

type Places = () => readonly Place[] | Promise<readonly Place[]>;

const known = new Set<Places>();

/**
 * Says where parts of the product listen: nothing that a person may enter leads there. It is one list for the whole
 * process, so that whoever dials cannot forget it. Answers how to take it back.
 */
export function registerOwnPart(places: Places): () => void {
  // One that is its own, so that taking it back takes nobody else's.
  const own: Places = () => places();
  known.add(own);
  return () => {
    known.delete(own);
  };
}

/**
 * Whether this is a part of the product. All addresses of this machine count as one: a part may listen on several of
 * them, and who else has the same port there is not worth the doubt.
 */
export async function isOwnPart(address: string, port: number): Promise<boolean> {
  for (const places of known) {
    for (const place of await places()) {
      if (place.port === port && (await isSamePlace(place.host, address))) {
        return true;
      }
    }
  }
  return false;
}

/** Loopback, "any address", which leads to this machine too, and what its network cards have. */
export function isThisMachine(address: string): boolean {
  const plain = canonical(address);
  return isOwnInside(plain) || interfaceAddresses().includes(plain);
}

/** An address that means another machine at each machine: the one that dials it. */
export function isOwnInside(address: string): boolean {
  const plain = canonical(address);
  return isIP(plain) !== 0 && INSIDE.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/** Of an address of ours, such as that of the database; undefined where it names none. */
export function placeOfUrl(text: string): Place | undefined {
  const url = new URL(text);
  // PostgreSQL's may name its host behind the question mark, as a folder where its socket lies; it listens here then.
  const named = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const host = named === '' || named.startsWith('/') ? 'localhost' : named.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || url.searchParams.get('port') || USUAL_PORTS[url.protocol]);
  return Number.isInteger(port) ? { host, port } : undefined;
}

const USUAL_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
};

const INSIDE = new BlockList();
INSIDE.addSubnet('127.0.0.0', 8, 'ipv4');
// All of it means "this host" where it means anything.
INSIDE.addSubnet('0.0.0.0', 8, 'ipv4');
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addAddress('::', 'ipv6');

async function isSamePlace(host: string, address: string): Promise<boolean> {
  const theirs = canonical(address);
  const ours = isIP(host) ? [host] : await addressesOf(host);
  return ours.some((one) => canonical(one) === theirs || (isThisMachine(one) && isThisMachine(theirs)));
}

async function addressesOf(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((cards) =>
    (cards ?? []).map(({ address }) => canonical(address)),
  );
}

/** One spelling for each address: without a zone, IPv4 in IPv6 as IPv4. */
function canonical(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) {
    return bare;
  }
  // The URL parser writes every IPv6 address in one form.
  const plain = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(plain) ?? [];
  if (high === undefined || low === undefined) {
    return plainAddress(plain);
  }
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}
