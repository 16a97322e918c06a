import { domainOf, type SigningDomain } from '@jadegate/contract/session/evidence/chain-format';

export type { SigningDomain };

/** With what it is before it, so that no signature means two things. */
export function signedBytes(domain: SigningDomain, text: string): Buffer {
  return Buffer.from(domainOf(domain) + text);
}
