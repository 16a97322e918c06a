import type { PendingStage } from '@jadegate/contract/endpoint';

import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { User } from '../user/user.service.ts';
import type { FactorPlace } from './factor-window.repository.ts';
import { WITH_PASSWORD } from './factor-window.service.ts';
import type { Attempt } from './lockout.service.ts';
import type { SignInProof } from './sign-in-proof.ts';
import { refusalCode } from './sign-in-refusal.ts';
import type { GivenPasskey, Vouching } from './sign-in.interface.ts';
import { isGuess, type SignInRefusal } from './sign-in.policy.ts';

export interface SignInRequest {
  username: string;
  door: 'web' | 'ssh';
  proof: SignInProof;
  /** A one-time code, or one of the recovery codes. */
  totp?: string | undefined;
  /** A passkey instead, after a password. */
  passkey?: GivenPasskey | undefined;
  remember?: boolean;
}

/** Why somebody is not let in, and whether that counts as a guess. */
export interface Refusal {
  error: AppError;
  isGuess: boolean;
  source?: string | undefined;
}

/** How the second factor was proven: by a code now, by one that still counts, or not at all. */
export interface ProvenFactor {
  isCodeRight: boolean;
  /** The name of the passkey that was given instead of a code. */
  passkey?: string | undefined;
  /** 0: not at all. */
  provenAt: number;
}

/** Whose what was shown is. */
export interface Weighed {
  user: User | undefined;
  /** As it was before the proof was checked. */
  standing: string;
  isProven: boolean;
  /** By a source that says who they are. */
  vouching?: Vouching | undefined;
  /** What is said instead of that it was wrong; a guess all the same, unless a source knows the person. */
  refusal?: Refusal;
}

/** Somebody at a door who has been looked at. */
export interface Judged extends Weighed {
  attempt: Attempt;
  user: User;
  owes: PendingStage | undefined;
  factor: ProvenFactor;
}

export function refusalOf(
  reason: SignInRefusal,
  { proof, totp, passkey }: SignInRequest,
  vouching: Vouching | undefined,
): Refusal {
  const isPasskeyWrong = reason === 'wrong-factor' && !totp && passkey !== undefined;
  const error = new AppError(isPasskeyWrong ? 'passkey.refused' : refusalCode(reason, proof));
  return { error, isGuess: isGuess(reason), source: vouching?.name };
}

/** A code, or a passkey, which is none beside itself. Who has only passkeys gives a recovery code where no browser asks. */
export function hasFactorBeside(user: User | undefined, { kind }: SignInProof): boolean {
  return user?.totp_enabled === 1 || (kind !== 'passkey' && (user?.passkeys ?? 0) > 0);
}

/** For the audit log: with what somebody came who typed no password. */
export function wayOf({ proof }: Pick<SignInRequest, 'proof'>): { ticket?: string; passkey?: string } {
  switch (proof.kind) {
    case 'ticket':
      return { ticket: proof.name };
    case 'passkey':
      return { passkey: proof.name };
    default:
      return {};
  }
}

export function logged(
  { proof, remember = false, username: typed }: SignInRequest,
  username = typed,
): { username: string; remember: boolean; ticket?: string; passkey?: string } {
  return { username, remember, ...wayOf({ proof }) };
}

export function person(id: string, name: string) {
  return { type: 'user', id, name };
}

/** Where a second factor counts again: beside the same password or key, from the same address. */
export function placeOf({ address }: Caller, { proof }: SignInRequest, user: User): FactorPlace {
  return { user_id: user.id, address, proof: proof.kind === 'key' ? proof.keyId : WITH_PASSWORD };
}

/** Somebody who has proven who they are, before there is a login. */
export function asActor(caller: Caller, user: User): Actor {
  return { ...caller, userId: user.id, username: user.username, loginId: undefined };
}
