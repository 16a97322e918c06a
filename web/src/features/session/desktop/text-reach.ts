import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import * as z from 'zod';

/**
 * The last character that the clipboard of a protocol carries. VNC's own is Latin-1, and guacd does not speak the newer one of
 * UTF-8; to and from RDP, guacd writes each character in two bytes, whatever it needs.
 */
const LAST_CARRIED: Partial<Record<Protocol, number>> = { vnc: 0xff, rdp: 0xff_ff };

/** The characters of a text that would arrive as others, each once. */
export function lostCharacters(protocol: Protocol | undefined, text: string): string[] {
  const last = protocol === undefined ? undefined : LAST_CARRIED[protocol];
  return last === undefined
    ? []
    : [...new Set(text)].filter((character) => (character.codePointAt(0) ?? 0) > last);
}

/** How text goes to a desktop that no key of a keyboard types. */
export const InputWay = z.enum(['keys', 'ctrl-v', 'shift-insert']);
export type InputWay = z.infer<typeof InputWay>;

/** Whether every keyboard has keys for all of it. */
export function isTypedByKeys(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
