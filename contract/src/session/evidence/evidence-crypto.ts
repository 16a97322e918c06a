/** A public key of which the verifier knows no more than this. */
export interface EvidenceKey {
  isSigned(bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** What a verifier needs of the machine it runs on: Node has it, and every browser. */
export interface EvidenceCrypto {
  /** As hexadecimal. */
  sha256(bytes: Uint8Array): Promise<string>;
  /** An Ed25519 key as SPKI; undefined for anything else. */
  readKey(spki: Uint8Array): Promise<EvidenceKey | undefined>;
}

export type EvidenceKeys = ReadonlyMap<string, EvidenceKey>;

const utf8 = new TextEncoder();

export function utf8Of(text: string): Uint8Array {
  return utf8.encode(text);
}

/** Undefined for what is no base64, and for a second spelling of the same bytes: whoever wrote that changed something. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    return undefined;
  }
  const bytes = atob(text);
  return btoa(bytes) === text ? Uint8Array.from(bytes, (character) => character.charCodeAt(0)) : undefined;
}
