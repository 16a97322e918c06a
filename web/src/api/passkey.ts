/** Asks the browser for passkeys. What does it is loaded when somebody uses one: the login page is to stay light. */
import {
  startPasskeyProof,
  type PasskeyCreation,
  type PasskeyMade,
  type PasskeyQuestion,
} from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

import { i18n } from '../i18n/index.ts';
import { call } from './call.ts';

const loadBrowserPart = () => import('@simplewebauthn/browser');

/** Made one at a time by the browser: a new question ends the one that waits. */
export async function askPasskey(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadBrowserPart();
  const optionsJSON = question as PublicKeyCredentialRequestOptionsJSON;
  return answerOf(await inWords(() => startAuthentication({ optionsJSON })));
}

/** Of somebody who is signed in: what stands where a password would. */
export async function provePasskey(): Promise<PasskeyAnswer> {
  return askPasskey(await call(startPasskeyProof));
}

/**
 * The same among what the browser offers in the field for the user name; undefined where it cannot, or nobody chose one.
 * `isWanted` is asked last, after what may take long: an offer would end the question of a button pressed meanwhile.
 */
export async function offerPasskey(
  question: PasskeyQuestion,
  isWanted: () => boolean,
): Promise<PasskeyAnswer | undefined> {
  const { startAuthentication, browserSupportsWebAuthnAutofill } = await loadBrowserPart();
  if (!(await browserSupportsWebAuthnAutofill()) || !isWanted()) {
    return undefined;
  }
  const optionsJSON = question as PublicKeyCredentialRequestOptionsJSON;
  try {
    return answerOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    return undefined;
  }
}

/** The offer in the field goes away. */
export async function endPasskeyOffer(): Promise<void> {
  const { WebAuthnAbortService } = await loadBrowserPart();
  WebAuthnAbortService.cancelCeremony();
}

export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyMade> {
  const { startRegistration } = await loadBrowserPart();
  const optionsJSON = creation as PublicKeyCredentialCreationOptionsJSON;
  return madeOf(await inWords(() => startRegistration({ optionsJSON })));
}

async function inWords<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(i18n.t(`passkey:failure.${kindOf(error)}`), { cause: error });
  }
}

function kindOf(error: unknown): 'known' | 'unsupported' | 'cancelled' {
  if (typeof window.PublicKeyCredential === 'undefined') {
    return 'unsupported';
  }
  return error instanceof Error && error.name === 'InvalidStateError' ? 'known' : 'cancelled';
}

/** Only what the server looks at: the rest says more of the browser than anybody needs to know. */
function answerOf({ id, rawId, response }: AuthenticationResponseJSON): PasskeyAnswer {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

function madeOf({ id, rawId, response }: RegistrationResponseJSON): PasskeyMade {
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports: [...transports] }) },
  };
}
