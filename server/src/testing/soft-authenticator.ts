import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

import type { PasskeyCreation, PasskeyMade, PasskeyQuestion } from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

interface Kept {
  id: Buffer;
  rpId: string;
  userHandle: string;
  key: KeyObject;
}

/** How an answer differs from what a browser and its authenticator would say. */
interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  /** Signed by a key that is not the passkey's. */
  key?: KeyObject;
  userHandle?: string;
}

/** A browser with an authenticator in it: ES256, attestation `none`. It can be made to lie. */
export class SoftAuthenticator {
  readonly #origin: string;
  readonly #kept: Kept[] = [];
  /** Of uses; 0 and `counts` off for those that never count. */
  counter = 0;
  counts = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  make({ challenge, rp, user }: PasskeyCreation, lies: Lies = {}): PasskeyMade {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    this.#kept.push({ id, rpId: rp.id, userHandle: user.id, key: privateKey });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) =>
      Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
    // A map of five: key type, algorithm, curve, x, y.
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = Buffer.concat([this.#authData(lies.rpId ?? rp.id, lies, HAS_KEY), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
      authData,
    ]);
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** With the newest passkey of the place, or the one that is named. */
  answer({ challenge, rpId }: PasskeyQuestion, lies: Lies = {}, credentialId?: string): PasskeyAnswer {
    const kept = this.#kept.findLast(
      ({ id }) => credentialId === undefined || id.toString('base64url') === credentialId,
    );
    if (!kept) {
      throw new Error('there is no such passkey');
    }
    this.counter += this.counts ? 1 : 0;
    const authData = this.#authData(lies.rpId ?? rpId, lies, 0);
    const clientData = this.#clientData('webauthn.get', challenge, lies);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      id: kept.id.toString('base64url'),
      rawId: kept.id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, lies.key ?? kept.key).toString('base64url'),
        userHandle: lies.userHandle ?? kept.userHandle,
      },
    };
  }

  #authData(rpId: string, { isVerified = true }: Lies, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.#origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
