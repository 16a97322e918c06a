import * as accessSecurity from './access-security.ts';
import * as accessSecurityWords from './access-security.words.ts';
import * as accessToken from './access-token.ts';
import * as accessTokenWords from './access-token.words.ts';
import * as account from './account.ts';
import * as accountWords from './account.words.ts';
import * as directory from './directory.ts';
import * as factorWindow from './factor-window.ts';
import * as identitySource from './identity-source.ts';
import * as identitySourceWords from './identity-source.words.ts';
import * as loginLog from './login-log.ts';
import * as loginLogWords from './login-log.words.ts';
import * as loginPolicy from './login-policy.ts';
import * as loginPolicyWords from './login-policy.words.ts';
import * as loginWords from './login.words.ts';
import * as ownLogin from './own-login.ts';
import * as ownProfile from './own-profile.ts';
import * as passkey from './passkey.ts';
import * as passkeyWords from './passkey.words.ts';
import * as reachWords from './reach.words.ts';
import * as role from './role-endpoints.ts';
import * as roleWords from './role.words.ts';
import * as secondFactor from './second-factor.ts';
import * as sourceSignIn from './source-sign-in.ts';
import * as sshApproval from './ssh-approval.ts';
import * as sshApprovalWords from './ssh-approval.words.ts';
import * as sshKey from './ssh-key.ts';
import * as sshKeyWords from './ssh-key.words.ts';
import * as sshTicket from './ssh-ticket.ts';
import * as sshTicketWords from './ssh-ticket.words.ts';
import * as userGroup from './user-group.ts';
import * as userGroupWords from './user-group.words.ts';
import * as userImport from './user-import.ts';
import * as userImportWords from './user-import.words.ts';
import * as userPreference from './user-preference.ts';
import * as user from './user.ts';
import * as userWords from './user.words.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures, its acts and what these are as events. */
export const IDENTITY_ENDPOINTS = [
  accessSecurity,
  accessToken,
  account,
  directory,
  identitySource,
  factorWindow,
  loginLog,
  loginPolicy,
  ownLogin,
  ownProfile,
  passkey,
  role,
  secondFactor,
  sourceSignIn,
  sshApproval,
  sshKey,
  sshTicket,
  userGroup,
  userImport,
  userPreference,
  user,
];

export const IDENTITY_ERRORS = [
  loginWords.ERRORS,
  userWords.ERRORS,
  reachWords.ERRORS,
  accountWords.ERRORS,
  accessTokenWords.ERRORS,
  passkeyWords.ERRORS,
  sshKeyWords.ERRORS,
  sshTicketWords.ERRORS,
  sshApprovalWords.ERRORS,
  roleWords.ERRORS,
  userGroupWords.ERRORS,
  identitySourceWords.ERRORS,
  loginLogWords.ERRORS,
  loginPolicyWords.ERRORS,
  accessSecurityWords.ERRORS,
  userImportWords.ERRORS,
] as const;

export const IDENTITY_AUDIT = [
  loginWords.AUDIT,
  userWords.AUDIT,
  accountWords.AUDIT,
  accessTokenWords.AUDIT,
  passkeyWords.AUDIT,
  sshKeyWords.AUDIT,
  sshTicketWords.AUDIT,
  sshApprovalWords.AUDIT,
  roleWords.AUDIT,
  userGroupWords.AUDIT,
  identitySourceWords.AUDIT,
  loginLogWords.AUDIT,
  loginPolicyWords.AUDIT,
  accessSecurityWords.AUDIT,
  userImportWords.AUDIT,
] as const;

export const IDENTITY_EVENTS = [
  loginWords.EVENTS,
  userWords.EVENTS,
  accountWords.EVENTS,
  accessTokenWords.EVENTS,
  passkeyWords.EVENTS,
  sshKeyWords.EVENTS,
  sshTicketWords.EVENTS,
  sshApprovalWords.EVENTS,
  roleWords.EVENTS,
  userGroupWords.EVENTS,
  identitySourceWords.EVENTS,
  loginLogWords.EVENTS,
  loginPolicyWords.EVENTS,
  accessSecurityWords.EVENTS,
  userImportWords.EVENTS,
] as const;
