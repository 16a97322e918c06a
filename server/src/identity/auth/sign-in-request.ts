import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { User } from '../user/user.service.ts';
import type { FactorPlace } from './factor-window.repository.ts';
import { WITH_PASSWORD } from './factor-window.service.ts';
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

export function refusalOf(
  reason: SignInRefusal,
  { proof, totp, passkey }: SignInRequest,
  vouching: Vouching | undefined,
): Refusal {
  const isPasskeyWrong = reason === 'wrong-factor' && !totp && passkey !== undefined;
  const error = new AppError(isPasskeyWrong ? 'passkey.refused' : refusalCode(reason, proof));
  return { error, isGuess: isGuess(reason), source: vouching?.name };
}

/** A code, or beside a password a passkey: other doors and proofs know nothing of those. */
export function hasFactorBeside(user: User | undefined, { kind }: SignInProof): boolean {
  return user?.totp_enabled === 1 || (kind === 'password' && (user?.passkeys ?? 0) > 0);
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
