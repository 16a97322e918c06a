import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';

import type { Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import type { AppError } from '../../kernel/app-error.ts';
import type { User } from '../user/user.service.ts';

/** What proves who somebody is beside the password. Kept by a feature that stands above the logins. */
export interface KeptProof {
  /** Whether it is this person's and good now. */
  isGood(userId: string, id: string, tx?: Tx): Promise<boolean>;
  /** It lets somebody in: noted, or used up where it is good so often. False where another was quicker. */
  use(caller: Caller, id: string, tx: Tx): Promise<boolean>;
}

/** One that may be used from some places only. */
export interface PlacedProof extends KeptProof {
  isOpenFrom(id: string, address: string): Promise<boolean>;
}

/** A passkey that is given after the password, and what binds its challenge to the browser. */
export interface GivenPasskey {
  answer: PasskeyAnswer;
  binding: string;
}

/** Passkeys, as doors ask for them. What is answered is good once. */
export interface PasskeyProofs extends KeptProof {
  /** The name of the passkey, if it is this person's. */
  judgeFactor(caller: Caller, userId: string, given: GivenPasskey): Promise<string | undefined>;
  /** The same of somebody who is signed in and verified with it. */
  judgeProof(actor: Actor, answer: PasskeyAnswer): Promise<{ id: string } | undefined>;
}

/** What an identity source says of somebody who came by it: for the login, its log and its end. */
export interface Vouching {
  sourceId: string;
  /** Of the source's own session, by which it ends the login; empty where it has none. */
  sid: string;
  /** For the log: the source's name, and what its rules gave. */
  name: string;
  rule: string;
  /** The source asked for a second factor, and that is trusted. */
  hasFactor: boolean;
}

/** What became of a password that was shown with a name. */
export type PasswordVerdict =
  /** It is this person's. `standing` is as of before it was judged, or of when a source had said so. */
  | { kind: 'right'; user: User; standing: string; vouching: Vouching | undefined }
  /** A guess; `away` names a source that could not be asked, which is said to whoever guesses. */
  | { kind: 'wrong'; away: string | undefined }
  /** A source knows the person by it, and they are not let in all the same. */
  | { kind: 'refused'; error: AppError; source: string };

/** Says whose a password is: this installation, or a directory in which the person is known. */
export interface PasswordJudge {
  /** Whether no directory is waited for, if the password is right. */
  isJudgedHere(username: string): Promise<boolean>;
  judge(caller: Caller, username: string, password: string): Promise<PasswordVerdict>;
  /** Of somebody who is signed in. Throws where the directory that knows it does not answer. */
  isPassword(user: User, password: string): Promise<boolean>;
  /** The name of the directory that keeps the password of somebody; undefined where it is kept here. */
  keeperOf(userId: string): Promise<string | undefined>;
}
