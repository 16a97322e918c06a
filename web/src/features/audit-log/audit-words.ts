import { AUDIT_ACTIONS, type AuditAction } from '@jadegate/contract/audit';
import type { AuditLogRow } from '@jadegate/contract/audit-log';
import { say, type Language } from '@jadegate/contract/language';
import { AUDIT_WORDS } from '@jadegate/contract/words/audit';
import type { TFunction } from 'i18next';

const OBJECT_TYPES = [
  'access-token',
  'account',
  'audit-log',
  'command',
  'command-filter',
  'credential',
  'login',
  'login-log',
  'role',
  'strategy',
  'system',
  'user',
  'user-group',
  'vault',
] as const;

function isAction(action: string): action is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(action);
}

/** The act in words; an act of another version by its own name. */
export function actionText(action: string, language: Language): string {
  return isAction(action) ? say(AUDIT_WORDS[action], language) : action;
}

export function actionOptions(language: Language) {
  return AUDIT_ACTIONS.map((value) => ({ value, label: say(AUDIT_WORDS[value], language) }));
}

export function objectTypeText(type: string, t: TFunction<'audit-log'>): string {
  const known = OBJECT_TYPES.find((one) => one === type);
  return known === undefined ? type : t(`objectType.${known}`);
}

/** Who acted: somebody, somebody who was not signed in, or the system itself, which has no address. */
export function actorText(
  { actorName, address }: Pick<AuditLogRow, 'actorName' | 'address'>,
  t: TFunction<'audit-log'>,
): string {
  return actorName || t(address === '' ? 'status.system' : 'status.nobody');
}
