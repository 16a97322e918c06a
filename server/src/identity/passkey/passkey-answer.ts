import type { PasskeyMade } from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import * as z from 'zod';

import type { RelyingParty } from './passkey-place.policy.ts';

/** EdDSA, ECDSA and RSA with SHA-256, in the order in which they are wished for. */
export const ALGORITHMS = [-8, -7, -257];

const ClientData = z.object({ challenge: z.string().min(1), crossOrigin: z.boolean().optional() });

/** What the browser says it was asked; undefined where it is no such thing, or was asked in a frame of another page. */
export function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const read = ClientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
    return read.success && read.data.crossOrigin !== true ? read.data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Large, and not needed before somebody brings a passkey. */
const library = () => import('@simplewebauthn/server');

interface Asked extends RelyingParty {
  challenge: string;
}

/** What is good in an answer; undefined where anything about it is not, which is said to nobody in particular. */
export async function verifyAnswer(
  answer: PasskeyAnswer,
  { challenge, rpId, origin }: Asked,
  key: { credential_id: string; public_key: string },
): Promise<{ isVerified: boolean; counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // What it counts is judged by us: that it goes back is to be told, not only refused.
      credential: { id: key.credential_id, publicKey: bytes(key.public_key), counter: 0 },
      requireUserVerification: false,
    });
    const { userVerified: isVerified, newCounter: counter } = authenticationInfo;
    return verified ? { isVerified, counter } : undefined;
  } catch {
    return undefined;
  }
}

/** The same of one that was just made; its person must have been verified. */
export async function verifyMade(made: PasskeyMade, { challenge, rpId, origin }: Asked) {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) {
      return undefined;
    }
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      synced: credentialDeviceType === 'multiDevice' ? 1 : 0,
    } as const;
  } catch {
    return undefined;
  }
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
