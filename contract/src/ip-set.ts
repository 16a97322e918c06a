import * as z from 'zod';

import { LIMITS } from './limits.ts';

/** One address, a CIDR range, or `from-to`, of either family. */
export function isIpSetPart(part: string): boolean {
  const [from = '', to, ...rest] = part.split('-').map((side) => side.trim());
  const isAddress = (text: string) => z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success;
  if (to !== undefined) {
    return rest.length === 0 && isAddress(from) && isAddress(to) && from.includes(':') === to.includes(':');
  }
  return isAddress(from) || z.cidrv4().safeParse(from).success || z.cidrv6().safeParse(from).success;
}

/** The parts of an IP set, trimmed. */
export function ipSetParts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Addresses, CIDR ranges and `from-to` ranges, separated by commas. Kept as people typed it, but for white space. */
export const IpSet = z
  .string()
  .trim()
  .min(1)
  // What is too long is not looked at any further: taking it apart would be the work.
  .max(LIMITS.ipSet.max, { abort: true })
  .refine((text) => ipSetParts(text).every(isIpSetPart), { params: { rule: 'ipSet' } })
  .transform((text) => ipSetParts(text).join(','));
