import * as z from 'zod';

import { LIMITS } from './limits.ts';

const LABEL = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_-]{0,61}[\\p{L}\\p{N}_])?';
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`, 'u');

function isHost(text: string): boolean {
  if (text.includes(':')) {
    return z.ipv6().safeParse(text).success;
  }
  // What looks like an address must be one: 10.0.0.256 is a typing error, not a name.
  return /^[\d.]+$/.test(text) ? z.ipv4().safeParse(text).success : HOST_NAME.test(text);
}

const unbracketed = (text: string) => /^\[(.*)\]$/.exec(text)?.[1] ?? text;

/** Where a target is: a host name, an IPv4 or an IPv6 address. IPv6 may come in brackets and is kept without. */
export const Host = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.host.max)
  .refine((text) => text === '' || isHost(unbracketed(text)), { params: { rule: 'host' } })
  .transform(unbracketed);

/** Clients of the family send digits as text now and then. */
export const Port = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,5}$/.test(value.trim()) ? Number(value) : value),
  z.number().int().min(1).max(65_535),
);

/** `host:port` as people write it: IPv6 in brackets. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

interface NetworkSearch {
  ip: string;
  port: string;
}

/** Reads what people type into a network search: `10.0.0`, `10.0.0.5:22`, `:22`, `[2001:db8::1]:22`, `2001:db8::`. */
export function readNetworkSearch(text: string): NetworkSearch {
  const typed = text.trim();
  const bracketed = /^\[([^\]]*)\]?(?::(\d*))?$/.exec(typed);
  if (bracketed) {
    return { ip: bracketed[1] ?? '', port: bracketed[2] ?? '' };
  }
  const plain = /^([^:]*):(\d*)$/.exec(typed);
  // More than one colon is an IPv6 address without brackets: it has no port.
  return plain ? { ip: plain[1] ?? '', port: plain[2] ?? '' } : { ip: typed, port: '' };
}
