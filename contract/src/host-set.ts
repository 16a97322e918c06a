import * as z from 'zod';

import { Host } from './host.ts';
import { isIpSetPart } from './ip-set.ts';
import { LIMITS } from './limits.ts';

const WILDCARD = '*.';

function isNamePart(part: string): boolean {
  const name = part.startsWith(WILDCARD) ? part.slice(WILDCARD.length) : part;
  return !isIpSetPart(name) && Host.safeParse(name).success;
}

/** The parts of a host set; people separate them by commas or lines. */
export function hostSetParts(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Addresses, CIDR ranges, `from-to` ranges, host names and `*.example.com`. Empty for any host. */
export const HostSet = z
  .string()
  // What is too long is not looked at any further: taking it apart would be the work.
  .max(LIMITS.ipSet.max, { abort: true })
  .refine((text) => hostSetParts(text).every((part) => isIpSetPart(part) || isNamePart(part)), {
    params: { rule: 'hostSet' },
  })
  .transform((text) => hostSetParts(text).join(','));
