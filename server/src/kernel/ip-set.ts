import { BlockList, isIP } from 'node:net';

import { ipSetParts } from '@jadegate/contract/ip-set';

import { AppError } from './app-error.ts';
import { yieldToEventLoop, inChunks } from './in-chunks.ts';

export type MatchesAddress = (address: string) => boolean;

/** Sets that were compiled, by their text: rules are read again and again, and seldom change. */
const known = new Map<string, MatchesAddress>();
const KNOWN_LENGTH = 8 * 1024 * 1024;
let knownLength = 0;
/** A set as long as may be takes a millisecond or two. */
const SETS_PER_TURN = 10;

/** Throws when a range ends before it begins. */
export function compileIpSet(text: string): MatchesAddress {
  const found = known.get(text);
  if (found) {
    return found;
  }
  const made = compile(text);
  known.set(text, made);
  knownLength += text.length;
  for (const oldest of known.keys()) {
    if (knownLength <= KNOWN_LENGTH) {
      break;
    }
    known.delete(oldest);
    knownLength -= oldest.length;
  }
  return made;
}

/** The contract checks the form of a range; that it begins before it ends shows only when it is compiled. */
export function refuseReversedRange(text: string, field: string): void {
  try {
    compileIpSet(text);
  } catch (cause) {
    throw new AppError('validation', { params: { first: field }, fields: [field], cause });
  }
}

/** To be awaited before many of them are compiled: a thousand long ones would hold the event loop for a second. */
export async function prepareIpSets(texts: readonly string[]): Promise<void> {
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  for (const chunk of inChunks(missing, SETS_PER_TURN)) {
    chunk.forEach(compileIfRight);
    await yieldToEventLoop();
  }
}

/** Whoever uses one that is wrong is told so there. */
function compileIfRight(text: string): void {
  try {
    compileIpSet(text);
  } catch {
    // See above.
  }
}

/** Node's own list does the arithmetic, for both families. */
function compile(text: string): MatchesAddress {
  const list = new BlockList();
  for (const part of ipSetParts(text)) {
    const family = part.includes(':') ? 'ipv6' : 'ipv4';
    const [network = '', bits] = part.split('/');
    const [from = '', to] = part.split('-').map((side) => side.trim());
    if (bits !== undefined) {
      list.addSubnet(network, Number(bits), family);
    } else if (to === undefined) {
      list.addAddress(part, family);
    } else {
      list.addRange(from, to, family);
    }
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}

/** A socket that listens on both families shows IPv4 callers as `::ffff:10.0.0.1`. */
export function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.')
    ? address.slice('::ffff:'.length)
    : address;
}
