/** Every privileged act the product records, named `object.past-verb`. */
export const AUDIT_ACTIONS = [
  'system.initialised',
  'login.succeeded',
  'login.failed',
  'login.ended',
  'account.password-changed',
  'user.password-reset',
  'credential.created',
  'credential.updated',
  'credential.deleted',
  'credential.owner-changed',
  'credential.revealed',
  'credential.reveal-refused',
  'vault.rotated',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
