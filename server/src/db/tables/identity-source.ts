import type { SourceKind } from '@jadegate/contract/identity/identity-source';
import type { Generated } from 'kysely';

import type { Flag } from './flag.ts';

/** Where people are known beside this product. */
export interface IdentitySourceTable {
  id: string;
  /** In addresses; unique. */
  key: string;
  kind: SourceKind;
  name: string;
  icon: string;
  position: number;
  enabled: Flag;
  /** JSON of its kind, without secrets. */
  config: string;
  created_at: number;
  updated_at: number;
}

/** What one value of a source's groups brings: a role, a group, or with neither only that it is known. */
interface SourceRuleTable {
  id: string;
  source_id: string;
  position: number;
  value: string;
  role_id: string | null;
  user_group_id: string | null;
}

/** Somebody as a source knows them. Issuer and subject are who it is; the rest is for people to read. */
export interface SourceIdentityTable {
  id: string;
  source_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  label: string;
  created_at: number;
  /** 0 until it let somebody in. */
  last_login_at: number;
  /** The source made this person: it keeps them up to date, and disables whom it does not have any more. */
  made: Generated<Flag>;
}

/** How a source was when it was looked after last, and when it is again. */
export interface SourceStateTable {
  source_id: string;
  due_at: number;
  /** While a server is at it. */
  started_at: number | null;
  visited_at: number | null;
  answered_at: number | null;
  /** Code of what is the matter, with what its sentence says, and since when; empty where nothing is. */
  problem: string;
  problem_params: string;
  problem_since: number | null;
  /** JSON of what the last visit did. */
  report: string;
}

/** What a source has given: a role, a group, or with neither that somebody is an administrator. It may take that away. */
export interface SourceGrantTable {
  id: string;
  source_id: string;
  user_id: string;
  role_id: string | null;
  user_group_id: string | null;
}

/** A login at a source that has begun. It works once, for minutes, in one browser. */
export interface SourceSignInTable {
  state_hash: string;
  source_id: string;
  purpose: 'login' | 'prove' | 'link' | 'test';
  /** Of what the browser keeps: whoever else has the state has nothing. */
  binding_hash: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  /** Whose it is, where it is begun by somebody who is signed in. */
  login_id: string | null;
  /** Who it was, once the source has said so. */
  user_id: string | null;
  /** JSON: what the login that it leads to is told of it. */
  outcome: string;
  created_at: number;
  expires_at: number;
}

export interface IdentitySourceTables {
  identity_source: IdentitySourceTable;
  source_rule: SourceRuleTable;
  source_identity: SourceIdentityTable;
  source_state: SourceStateTable;
  source_grant: SourceGrantTable;
  source_sign_in: SourceSignInTable;
}
