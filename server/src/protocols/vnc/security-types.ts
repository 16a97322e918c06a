import type { Duplex } from 'node:stream';

import { readBytes } from '../../kernel/read-bytes.ts';

/** What answers is no VNC server. */
export class NotVnc extends Error {}

/** It is one, and takes no connections now: mostly after too many failed logins. */
export class VncRefused extends Error {}

const BANNER_BYTES = 'RFB 003.008\n'.length;
/** RFC 6143 §7.1.1; others that servers announce are read as the one below them. */
const NEWEST = 'RFB 003.008\n';
const WITH_LIST = 'RFB 003.007\n';
const OLDEST = 'RFB 003.003\n';

export const NO_PASSWORD = 1;
/** Those that the VNC library of guacd logs in with: none, VNC, TLS, VeNCrypt, SASL, Apple, MS-Logon II. */
const SPOKEN: ReadonlySet<number> = new Set([NO_PASSWORD, 2, 18, 19, 20, 30, 113]);

/** As their makers call them; RFC 6143 §7.2 and the registry behind it. */
const NAMES: Readonly<Record<number, string>> = {
  2: 'VNC',
  5: 'RA2',
  6: 'RA2ne',
  16: 'Tight',
  17: 'Ultra',
  18: 'TLS',
  19: 'VeNCrypt',
  20: 'SASL',
  21: 'MD5',
  22: 'xvp',
  30: 'Apple',
  113: 'MS-Logon II',
  129: 'RA2-256',
  130: 'RA2ne-256',
};

export function securityTypeName(type: number): string {
  return NAMES[type] ?? String(type);
}

export function isSpokenSecurityType(type: number): boolean {
  return SPOKEN.has(type);
}

/**
 * The kinds of login a VNC server offers, asked as far as that is possible without logging in. Empty for a repeater,
 * which wants to hear a name first. Rejects with `NotVnc`, `VncRefused` or `StreamEnded`.
 */
export async function readSecurityTypes(stream: Duplex, signal: AbortSignal): Promise<number[]> {
  // What is something else may say less than a whole line.
  const greeting = (await readBytes(stream, 4, signal)).toString('latin1');
  if (greeting !== 'RFB ') {
    throw new NotVnc();
  }
  const rest = (await readBytes(stream, BANNER_BYTES - 4, signal)).toString('latin1');
  const version = /^(\d{3})\.(\d{3})\n$/.exec(rest);
  if (!version) {
    throw new NotVnc();
  }
  const number = Number(version[1]) * 1000 + Number(version[2]);
  if (number === 0) {
    return [];
  }
  if (number < 3007) {
    stream.write(OLDEST);
    const type = (await readBytes(stream, 4, signal)).readUInt32BE();
    return type === 0 ? refused() : [type];
  }
  stream.write(number === 3007 ? WITH_LIST : NEWEST);
  const count = (await readBytes(stream, 1, signal)).readUInt8();
  return count === 0 ? refused() : [...(await readBytes(stream, count, signal))];
}

function refused(): never {
  throw new VncRefused();
}
