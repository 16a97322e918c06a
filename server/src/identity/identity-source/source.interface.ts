import type { SourceConfigs, SourceKind, SourceRule } from '@jadegate/contract/identity/identity-source';
import type { SourceButton } from '@jadegate/contract/identity/source-sign-in';
import type { AccountState, RAW_PARTS } from '@jadegate/contract/identity/source-test';

import { AppError } from '../../kernel/app-error.ts';
import { SourceFailure } from '../../protocols/source-failure.ts';
import type { PublicKey } from '../../protocols/ssh/public-key.ts';

/** A source as those who use it need it. */
export interface SourceOf<Kind extends SourceKind> extends SourceButton {
  id: string;
  kind: Kind;
  config: SourceConfigs[Kind];
  rules: SourceRule[];
  updatedAt: number;
}
export type Source = { [Kind in SourceKind]: SourceOf<Kind> }[SourceKind];

/** A kind of source, declared as endpoints are. How people sign in by it is the matter of its own feature. */
export interface SourceKindSpec<Config> {
  /** Where it is, for the list. */
  placeOf(config: Config): string;
  /** Whether everybody on the way can read what is said. */
  isPlain(config: Config): boolean;
  /** Whether it is shown a secret at all. */
  takesSecret(config: Config): boolean;
  /** What its people are told apart by: where that becomes another, nobody of before is known any more. */
  identifiesBy(config: Config): string;
  /** To whom the secret is shown: where that becomes another, it is asked for again. */
  secretPlace(config: Config): readonly unknown[];
  /** Throws where this cannot be saved. An empty secret is one that stays as it is. */
  refuseUnusable(config: Config, secret: string): Promise<void>;
}
export type SourceKinds = { [Kind in SourceKind]: SourceKindSpec<SourceConfigs[Kind]> };

/** Somebody as a source vouches for them, read by its settings. */
export interface Arrival {
  source: Source;
  issuer: string;
  /** Who it is, for good. */
  subject: string;
  username: string;
  nickname: string;
  mail: string;
  /** A mail address by which an account is theirs; empty where none is. */
  linkingMail: string;
  groups: readonly string[];
  /** The source left groups out because they are too many. */
  isCutOff: boolean;
  /** People type the source's name for them here, so it is their name here, also when it changes there. */
  followsName: boolean;
  /** Public keys for SSH clients; nothing where the source has none to give. */
  sshKeys: readonly SourceSshKey[] | undefined;
}

export interface SourceSshKey {
  key: PublicKey;
  name: string;
}

/** What came, for people to read, and what only some sources say. */
export interface ArrivalDetail {
  raw: readonly { part: (typeof RAW_PARTS)[number]; value: object }[];
  isMailVerified: boolean | null;
  hasFactor: boolean | null;
  accountState: AccountState | null;
}

/** Whose its secret is in the vault. */
export function secretOwner(sourceId: string): string {
  return `identity-source:${sourceId}`;
}

/** Why a source did not say who somebody is, as a sentence that names it. */
export function sourceError(source: { name: string }, error: unknown): unknown {
  return error instanceof SourceFailure
    ? new AppError(`source.${error.kind}`, {
        params: { name: source.name, reason: error.reason },
        cause: error,
      })
    : error;
}
