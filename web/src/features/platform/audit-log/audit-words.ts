import { translate, type Language } from '@jadegate/contract/language';
import { AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditAction } from '@jadegate/contract/platform/audit';
import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { AUDIT_WORDS } from '@jadegate/contract/words/audit';
import type { TFunction } from 'i18next';

import { personName } from '../../../components/person-name.ts';

function isAction(action: string): action is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(action);
}

/** The act in words; an act of another version by its own name. */
export function actionText(action: string, language: Language): string {
  return isAction(action) ? translate(AUDIT_WORDS[action], language) : action;
}

export function actionOptions(language: Language) {
  return AUDIT_ACTIONS.map((value) => ({ value, label: translate(AUDIT_WORDS[value], language) }));
}

export function objectTypeText(type: string, language: Language): string {
  const known = AUDIT_OBJECTS.find((one) => one === type);
  return known === undefined ? type : translate(AUDIT_WORDS[known], language);
}

/** What stands for the address of an operator who ran a command of the product beside it. */
const BESIDE = 'local';

/** Where an act came from over the network, if it did. */
export const cameFrom = (address: string) => (address === BESIDE ? '' : address);

/** Who acted: somebody, somebody who was not signed in, a command, or the system itself, which has no address. */
export function actorText(
  { actorName, actorNickname, address }: Pick<AuditLogRow, 'actorName' | 'actorNickname' | 'address'>,
  t: TFunction<'audit-log'>,
): string {
  const name = personName(actorNickname, actorName);
  if (name !== '') {
    return name;
  }
  if (address === BESIDE) {
    return t('status.operator');
  }
  return t(address === '' ? 'status.system' : 'status.nobody');
}
