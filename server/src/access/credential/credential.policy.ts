import { hostSetParts } from '@jadegate/contract/host-set';

interface Owned {
  owner_id: string;
}

/** Using a credential is a right of its own: what it opens is at the mercy of whoever chooses where it goes. */
export function mayUse(credential: Owned, person: { id: string; holdsRight: boolean }): boolean {
  return person.holdsRight || credential.owner_id === person.id;
}

/** The credential may go to hosts it was not meant for before. Fewer, or the first limit at all, is no such thing. */
export function isWidened(before: string, after: string): boolean {
  const known = hostSetParts(before);
  const wanted = hostSetParts(after);
  return known.length > 0 && (wanted.length === 0 || wanted.some((part) => !known.includes(part)));
}
