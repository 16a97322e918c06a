import {
  createHash,
  createPublicKey,
  decapsulate,
  diffieHellman,
  encapsulate,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

import { changeOffer, type KeyExchange, type SshProtocol } from './ssh2-internals.ts';

/** A key exchange that also holds against somebody who records it today and has a quantum computer one day. */
export const ML_KEM_EXCHANGE = 'mlkem768x25519-sha256';

/** What ssh2 takes it for. It has the same messages and the same hash; only what is in them differs. */
const MODEL = 'curve25519-sha256';
const KEXINIT = 20;
/** The kind of message and 16 random bytes stand before the first list. */
const LISTS_AT = 17;
const ML_KEM_PUBLIC_BYTES = 1184;
const ML_KEM_CIPHERTEXT_BYTES = 1088;
const X25519_BYTES = 32;

/** From Node 24.7 on, where its OpenSSL has it. */
export const isMlKemKnown = canUseMlKem();

function canUseMlKem(): boolean {
  try {
    generateKeyPairSync('ml-kem-768');
    return typeof encapsulate === 'function';
  } catch {
    return false;
  }
}

/**
 * Offers the exchange before all others, where Node knows it. For a connection of either side, before it has sent its
 * offer. `readAs` changes what is read of the other side's list; for the hash, what was sent counts.
 */
export function offerMlKem(
  protocol: SshProtocol,
  readAs: (names: string[]) => string[] = (names) => names,
): void {
  if (isMlKemKnown) {
    changeOffer(protocol, { kex: (names) => [ML_KEM_EXCHANGE, ...names] });
  }
  // Whenever keys are renewed the offer comes as any other message; the first time it comes by another way.
  protocol._onPayload = readingOffers(protocol, protocol._onPayload, readAs);
  const begin = () => {
    if (protocol._decipher) {
      protocol._decipher._onPayload = readingOffers(protocol, protocol._decipher._onPayload, readAs);
    }
  };
  if (protocol._decipher) {
    begin();
  } else {
    const onHeader = protocol._onHeader;
    protocol._onHeader = (...header) => {
      begin();
      onHeader(...header);
    };
  }
}

function readingOffers(
  protocol: SshProtocol,
  next: (payload: Buffer) => unknown,
  readAs: (names: string[]) => string[],
) {
  return (payload: Buffer): unknown => {
    const names = payload[0] === KEXINIT ? namesIn(payload) : undefined;
    if (!names) {
      return next(payload);
    }
    const ours = protocol._offer.lists.kex.array;
    const [clients, servers] = protocol._server ? [names, ours] : [ours, names];
    const isChosen = clients.find((name) => servers.includes(name)) === ML_KEM_EXCHANGE;
    const read = readAs(isChosen ? names.map((name) => (name === ML_KEM_EXCHANGE ? MODEL : name)) : names);
    return whileExchangeBegins(
      protocol,
      (exchange) => {
        exchange._remoteKexinit = payload;
        if (isChosen) {
          exchange.negotiated.kex = ML_KEM_EXCHANGE;
          Object.assign(exchange, protocol._server ? serverSide() : clientSide());
        }
      },
      () => next(withNames(payload, read)),
    );
  };
}

/** ssh2 makes the exchange and begins it at once: in between is the only moment to change it. */
function whileExchangeBegins(
  protocol: SshProtocol,
  change: (exchange: KeyExchange) => void,
  work: () => unknown,
): unknown {
  let current = protocol._kex;
  const plain = { configurable: true, enumerable: true };
  Object.defineProperty(protocol, '_kex', {
    ...plain,
    get: () => current,
    set: (exchange: KeyExchange) => {
      current = exchange;
      change(exchange);
    },
  });
  try {
    return work();
  } finally {
    Object.defineProperty(protocol, '_kex', { ...plain, writable: true, value: current });
  }
}

function namesIn(payload: Buffer): string[] | undefined {
  const end = payload.length >= LISTS_AT + 4 ? LISTS_AT + 4 + payload.readUInt32BE(LISTS_AT) : Infinity;
  return end <= payload.length ? payload.toString('latin1', LISTS_AT + 4, end).split(',') : undefined;
}

function withNames(payload: Buffer, names: readonly string[]): Buffer {
  const list = Buffer.from(names.join(','), 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  const rest = payload.subarray(LISTS_AT + 4 + payload.readUInt32BE(LISTS_AT));
  return Buffer.concat([payload.subarray(0, LISTS_AT), length, list, rest]);
}

type Side = Pick<KeyExchange, 'generateKeys' | 'getPublicKey' | 'convertPublicKey' | 'computeSecret'>;

/** Sends an ML-KEM key and an X25519 key; gets a ciphertext and an X25519 key. */
function clientSide(): Side {
  let own: { mlKem: KeyObject; x25519: KeyObject } | undefined;
  let sent = Buffer.alloc(0);
  const generateKeys = () => {
    if (sent.length === 0) {
      const mlKem = generateKeyPairSync('ml-kem-768');
      const x25519 = generateKeyPairSync('x25519');
      own = { mlKem: mlKem.privateKey, x25519: x25519.privateKey };
      sent = Buffer.concat([rawMlKem(mlKem.publicKey), rawX25519(x25519.publicKey)]);
    }
  };
  return {
    ...common(() => {
      generateKeys();
      return sent;
    }),
    generateKeys,
    computeSecret: secretOf(ML_KEM_CIPHERTEXT_BYTES, (ciphertext, x25519) => {
      const keys = own;
      own = undefined;
      if (!keys) {
        throw new Error('there are no keys');
      }
      return [decapsulate(keys.mlKem, ciphertext), agreeOn(keys.x25519, x25519)];
    }),
  };
}

/** Gets what a client sends, and makes its answer while it works out the secret. */
function serverSide(): Side {
  let answer = Buffer.alloc(0);
  return {
    ...common(() => answer),
    generateKeys: () => undefined,
    computeSecret: secretOf(ML_KEM_PUBLIC_BYTES, (mlKem, x25519) => {
      const jwk = { kty: 'AKP', alg: 'ML-KEM-768', pub: mlKem.toString('base64url') };
      const key = createPublicKey({ format: 'jwk', key: jwk });
      const { sharedKey, ciphertext } = encapsulate(key);
      const own = generateKeyPairSync('x25519');
      const agreed = agreeOn(own.privateKey, x25519);
      answer = Buffer.concat([ciphertext, rawX25519(own.publicKey)]);
      return [sharedKey, agreed];
    }),
  };
}

const common = (getPublicKey: () => Buffer) => ({ getPublicKey, convertPublicKey: (sent: Buffer) => sent });

/** Both secrets through a hash. ssh2 takes an error as a value. */
function secretOf(firstBytes: number, work: (first: Buffer, x25519: Buffer) => readonly [Buffer, Buffer]) {
  return (sent: Buffer): Buffer | Error => {
    try {
      if (sent.length !== firstBytes + X25519_BYTES) {
        throw new Error('the keys of the other side have the wrong length');
      }
      const [mlKem, x25519] = work(sent.subarray(0, firstBytes), sent.subarray(firstBytes));
      return createHash('sha256').update(mlKem).update(x25519).digest();
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
}

/** Fails for a key that would lead to a secret everybody knows. */
function agreeOn(privateKey: KeyObject, x: Buffer): Buffer {
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'X25519', x: x.toString('base64url') },
  });
  return diffieHellman({ privateKey, publicKey });
}

function rawMlKem(key: KeyObject): Buffer {
  const { pub = '' } = key.export({ format: 'jwk' }) as { pub?: string };
  return Buffer.from(pub, 'base64url');
}

function rawX25519(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}
