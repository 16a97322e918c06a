import type { Generated } from 'kysely';

import { identity } from '../migrations/0001_identity.ts';
import { people } from '../migrations/0004_people.ts';
import { door } from '../migrations/0005_door.ts';
import { factors } from '../migrations/0006_factors.ts';
import { loginProof } from '../migrations/0017_login_proof.ts';
import { userPreference } from '../migrations/0022_user_preference.ts';
import { accountCustody } from '../migrations/0058_account_custody.ts';
import { loginLogAccount } from '../migrations/0065_login_log_account.ts';
import { sshSignIn } from '../migrations/0069_ssh_sign_in.ts';
import { identitySource } from '../migrations/0071_identity_source.ts';
import { loginSource } from '../migrations/0072_login_source.ts';
import { sshTicket } from '../migrations/0074_ssh_ticket.ts';
import { directory } from '../migrations/0078_directory.ts';
import { passkey } from '../migrations/0088_passkey.ts';
import { mailClaimed } from '../migrations/0096_mail_claimed.ts';
import type { Step } from '../step.ts';
import type { Flag } from './flag.ts';
import type { IdentitySourceTables } from './identity-source.ts';

export interface UserTable {
  id: string;
  username: string;
  /** Lower case; unique, so that two accounts never differ by case alone. */
  username_key: string;
  nickname: string;
  mail: string;
  /** The person wrote the address, which proves nothing about whose it is. */
  mail_claimed: Generated<Flag>;
  type: 'admin' | 'user';
  status: 'enabled' | 'disabled';
  /** The key of the identity source that disabled them, and may enable them again; empty where somebody did. */
  disabled_by: Generated<string>;
  /** The name of the identity source that made them; empty for people kept here. */
  source: string;
  password_hash: string;
  must_change_password: Flag;
  totp_enabled: Flag;
  /** The 30-second step of the last accepted one-time code: a code works once. */
  totp_last_step: Generated<number>;
  /** How many passkeys there are; written with each that comes or goes. */
  passkeys: Generated<number>;
  created_at: number;
}

export interface RoleTable {
  id: string;
  name: string;
  type: 'default' | 'new';
  created_at: number;
}

interface RoleMenuTable {
  role_id: string;
  menu_id: string;
  /** 0 for an ancestor that is only there so that the side menu has a path. */
  checked: Flag;
}

interface UserRoleTable {
  user_id: string;
  role_id: string;
}

export interface UserGroupTable {
  id: string;
  name: string;
  created_at: number;
}

interface UserGroupMemberTable {
  user_group_id: string;
  user_id: string;
}

export interface AccessSecurityTable {
  id: string;
  ip: string;
  rule: 'allow' | 'reject';
  source: string;
  priority: number;
}

export interface LoginPolicyTable {
  id: string;
  name: string;
  ip_group: string;
  priority: number;
  enabled: Flag;
  rule: 'allow' | 'reject';
  /** JSON: a list of weekdays with their ranges. */
  time_period: string;
}

interface LoginPolicyUserTable {
  login_policy_id: string;
  user_id: string;
}

/** A live login. The token itself is never stored. */
export interface LoginTable {
  id: string;
  token_hash: string;
  user_id: string;
  /** `full`, or the step that the person still owes. */
  stage: 'full' | 'change-password' | 'enrol-passkey' | 'enrol-totp';
  remember: Flag;
  address: string;
  user_agent: string;
  created_at: number;
  /** Ahead of the last use; a login that is used goes on, but not beyond what the settings allow from `created_at`. */
  expires_at: number;
  /** When the person last proved who they are, by the login itself or since; 0 is never. */
  proven_at: number;
  /** The same with a second factor. */
  factor_proven_at: number;
  /** Where it began. */
  door: Generated<'web' | 'ssh'>;
  /** The identity source that it came by; empty for a password, a key or an approval. */
  source_id: Generated<string>;
  /** The source's own session, by which it says that it has ended. */
  source_sid: Generated<string>;
}

/** One unused recovery code; using it removes it. */
interface RecoveryCodeTable {
  code_hash: string;
  user_id: string;
}

/** Whose secret somebody else knows; see `identity/reach`. */
interface AccountCustodyTable {
  user_id: string;
  custodian_id: string;
  since: number;
}

/** What programs of a person show instead of a login. The token itself is never stored. */
export interface AccessTokenTable {
  id: string;
  user_id: string;
  scope: Generated<'use' | 'administration'>;
  /** Empty for the one that the product family's single call makes. */
  name: string;
  token_hash: string;
  /** Its last characters, for telling tokens apart. */
  hint: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  last_address: string;
}

/** What a person signs in with at an SSH client. */
export interface SshKeyTable {
  id: string;
  user_id: string;
  name: string;
  algorithm: string;
  /** Base64, as in the line that was given. */
  blob: string;
  /** Unique: a key is one person's. */
  fingerprint: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  last_address: string;
  /** The directory that it comes from, and goes with. */
  source_id: string | null;
}

/** A key pair that an authenticator keeps for its person. Only the public half is known here. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  name: string;
  /** Base64url, as all that is bytes here. Unique: a passkey is one person's. */
  credential_id: string;
  public_key: string;
  /** Of uses, where the authenticator counts them; 0 where it does not. */
  counter: number;
  /** JSON: how browsers reach the authenticator. */
  transports: string;
  /** The host name it is for. */
  rp_id: string;
  synced: Flag;
  created_at: number;
  last_used_at: number | null;
  last_address: string;
  /** When its counter went back; it is refused since. */
  copied_at: number | null;
}

/** What a browser was asked to sign, until it answers. Taking it removes it. */
export interface PasskeyChallengeTable {
  challenge_hash: string;
  purpose: 'login' | 'factor' | 'prove' | 'add';
  rp_id: string;
  origin: string;
  /** Of what the browser shows with its answer, before anybody is signed in. */
  binding_hash: string;
  /** The login that asked. */
  login_id: string | null;
  /** Who has proven themselves with which passkey, while a code is still asked for. */
  user_id: string | null;
  passkey_id: string | null;
  created_at: number;
  expires_at: number;
}

/** With which a program reaches one asset at the SSH door as a person. The ticket itself is never stored. */
export interface SshTicketTable {
  id: string;
  user_id: string;
  name: string;
  ticket_hash: string;
  /** Its last characters, for telling tickets apart. */
  hint: string;
  asset_id: string;
  /** As it was when the ticket was made. */
  account: string;
  /** JSON: what may be opened. */
  kinds: string;
  ip_group: string;
  /** 0: as often as one likes. */
  max_uses: number;
  used: number;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  last_address: string;
}

/** A second factor that was proven from an address beside a password or a key. */
export interface FactorWindowTable {
  id: string;
  user_id: string;
  address: string;
  /** `password`, or the id of the key. */
  proof: string;
  proven_at: number;
}

/** An SSH connection that waits for its person to say in the console that it is theirs. */
export interface SshApprovalTable {
  id: string;
  user_id: string;
  code_hash: string;
  asset_name: string;
  /** Of the key that was offered; empty where there was none. */
  fingerprint: string;
  address: string;
  state: 'waiting' | 'approved' | 'refused';
  failures: number;
  created_at: number;
  expires_at: number;
}

export interface LoginLogTable {
  id: string;
  /** The login it opened, if it is still there to be ended. */
  login_id: string | null;
  username: string;
  address: string;
  user_agent: string;
  remember: Flag;
  state: '0' | '1';
  reason: string;
  /** The name of the identity source it came by, and what the source's rules gave. */
  source: Generated<string>;
  rule: Generated<string>;
  /** The name of the SSH ticket it came by. */
  ticket: Generated<string>;
  /** The name of the passkey it came by, or that was given after the password. */
  passkey: Generated<string>;
  login_at: number;
  logout_at: number | null;
}

/** Failed attempts of one account or one address. */
interface LoginLockTable {
  subject: string;
  failures: number;
  locked_until: number;
  updated_at: number;
}

export interface TicketTable {
  ticket_hash: string;
  login_id: string;
  path: string;
  address: string;
  expires_at: number;
}

/** What somebody chose for themselves, as JSON. */
interface UserPreferenceTable {
  user_id: string;
  value: string;
  updated_at: number;
}

export interface IdentityTables extends IdentitySourceTables {
  user: UserTable;
  role: RoleTable;
  role_menu: RoleMenuTable;
  user_role: UserRoleTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  access_security: AccessSecurityTable;
  login_policy: LoginPolicyTable;
  login_policy_user: LoginPolicyUserTable;
  login: LoginTable;
  recovery_code: RecoveryCodeTable;
  account_custody: AccountCustodyTable;
  access_token: AccessTokenTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  ssh_key: SshKeyTable;
  ssh_ticket: SshTicketTable;
  factor_window: FactorWindowTable;
  ssh_approval: SshApprovalTable;
  login_log: LoginLogTable;
  login_lock: LoginLockTable;
  ticket: TicketTable;
  user_preference: UserPreferenceTable;
}

/** What a backup of the configuration leaves out, and why. It holds the others: `operations/backup` says how. */
export const IDENTITY_NOT_IN_BACKUP: Partial<Record<keyof IdentityTables, string>> = {
  login: 'lives a few hours',
  account_custody: 'about who set passwords here',
  access_token: 'opens this installation only; its owner makes a new one',
  passkey: 'a way into this installation at its address; its person adds it again',
  passkey_challenge: 'lives two minutes',
  ssh_key: 'a way into this installation; its person adds it again',
  ssh_ticket: 'a way into this installation; its person makes a new one',
  factor_window: 'lives a few hours',
  ssh_approval: 'lives a few minutes',
  login_log: 'a record of what happened here',
  login_lock: 'lives a few minutes',
  ticket: 'lives half a minute',
  source_sign_in: 'lives a few minutes',
  source_state: 'what a source answered here; the first visit after a restore sees it anew',
};

/** The migrations of these tables. */
export const IDENTITY_STEPS: Record<string, Step> = {
  '0001_identity': identity,
  '0004_people': people,
  '0005_door': door,
  '0006_factors': factors,
  '0017_login_proof': loginProof,
  '0022_user_preference': userPreference,
  '0058_account_custody': accountCustody,
  '0065_login_log_account': loginLogAccount,
  '0069_ssh_sign_in': sshSignIn,
  '0071_identity_source': identitySource,
  '0072_login_source': loginSource,
  '0074_ssh_ticket': sshTicket,
  '0078_directory': directory,
  '0088_passkey': passkey,
  '0096_mail_claimed': mailClaimed,
};
