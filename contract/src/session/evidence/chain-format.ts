/** Beside the files of a recording: what was signed of them. docs/evidence.md says how it is made. */
export const CHAIN_FILE = 'chain.jsonl';

/** What is before the signed text, so that no signature of the product means two things. */
export const CHAIN_DOMAIN = 'jadegate recording 1\n';

/** What else is signed. docs/evidence.md lists it. */
export type SigningDomain = 'key' | 'audit' | 'export' | 'tombstone';

/** What stands before such a text when it is signed. */
export function domainOf(name: SigningDomain): string {
  return `jadegate ${name} 1\n`;
}
