import type { Vouching } from './sign-in.interface.ts';

/** What somebody shows to prove who they are. */
export type SignInProof =
  | { kind: 'password'; password: string }
  /** The door has verified a signature with it. */
  | { kind: 'key'; keyId: string }
  /** Given by the person at a login of theirs, which had its second factor. */
  | { kind: 'approval'; approvalId: string }
  /** Shown instead of a user name, by a program that its person gave it to. */
  | { kind: 'ticket'; ticketId: string; name: string }
  /** Its challenge was answered: for one login, with which nothing need be typed. */
  | { kind: 'passkey'; challengeHash: string; name: string; hasFactor: boolean }
  | SourceProof;

/** An identity source has vouched for the person. */
export interface SourceProof extends Vouching {
  kind: 'source';
  /** The login at the source, which is good once. */
  signInId: string;
}
