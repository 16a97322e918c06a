/** What is signed, apart from recordings. docs/evidence.md lists them. */
export type SigningDomain = 'key' | 'audit' | 'export' | 'tombstone';

/** With what it is before it, so that no signature means two things. */
export function signedBytes(domain: SigningDomain, text: string): Buffer {
  return Buffer.from(`jadegate ${domain} 1\n${text}`);
}
