import type { EvidenceCrypto } from '@jadegate/contract/session/evidence/evidence-crypto';
import { UnsafeArchive, type ZipSource } from '@jadegate/contract/session/evidence/zip-reader';

/** The same bytes where the browser wants them to be nobody else's. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}

/** What verifiers need, as browsers have it. */
export const browserCrypto: EvidenceCrypto = {
  async sha256(bytes) {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', own(bytes)));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  async readKey(spki) {
    const key = await crypto.subtle
      .importKey('spki', own(spki), 'Ed25519', false, ['verify'])
      .catch(() => undefined);
    return (
      key && {
        isSigned: (bytes, signature) => crypto.subtle.verify('Ed25519', key, own(signature), own(bytes)),
      }
    );
  },
};

/** A file that somebody chose: read piece by piece, however large it is. */
export function sourceOf(file: Blob): ZipSource {
  return {
    size: file.size,
    read: async (from, length) => new Uint8Array(await file.slice(from, from + length).arrayBuffer()),
    inflate: inflateTo,
  };
}

async function inflateTo(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const unpacked = new Uint8Array(size);
  let length = 0;
  const stream = new Blob([own(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length + part.value.length > size) {
      await reader.cancel();
      throw new UnsafeArchive('an entry of another size');
    }
    unpacked.set(part.value, length);
    length += part.value.length;
  }
  if (length !== size) {
    throw new UnsafeArchive('an entry of another size');
  }
  return unpacked;
}
