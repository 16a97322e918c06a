import type { Language } from '@jadegate/contract/language';
import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { FIELD_WORDS, VALUE_WORDS } from '@jadegate/contract/words/fields';
import type { TFunction } from 'i18next';

import type { Difference } from './audit-detail.ts';
import { actionText, actorText, cameFrom, objectTypeText } from './audit-words.ts';

interface Words {
  t: TFunction<'audit-log'>;
  language: Language;
}

/** The entry as one would tell it: who did what, from where, to what, and what came of it. */
export function entrySentence(row: AuditLogRow, { t, language }: Words): string {
  const said = {
    actor: actorText(row, t),
    address: row.address,
    action: actionText(row.action, language),
    type: objectTypeText(row.objectType, language),
    name: row.objectName,
    result: t(`result.${row.result}`),
  };
  const from = cameFrom(row.address) === '' ? 'here' : 'from';
  return t(`sentence.${from}${row.objectName === '' ? '' : 'To'}`, said);
}

/** What became of a field. */
export function changeSentence({ field, before, after }: Difference, words: Words): string {
  const said = {
    field: fieldText(field, words),
    before: valueText(field, before, words),
    after: valueText(field, after, words),
  };
  if (said.before === '') {
    return words.t('sentence.set', said);
  }
  return words.t(said.after === '' ? 'sentence.emptied' : 'sentence.changed', said);
}

export function fieldText(field: string, { language }: Pick<Words, 'language'>): string {
  return FIELD_WORDS[field]?.[language] ?? field;
}

/** Fields whose values are chosen from a list. Whatever else reads like one of those is a name that somebody gave. */
const CHOSEN = ['type', 'status', 'rule', 'enabled'];

/** The value of a field as people say it; what has parts of its own stays JSON, and nothing is nothing. */
export function valueText(field: string, value: unknown, words: Words): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'boolean') {
    return words.t(value ? 'value.yes' : 'value.no');
  }
  if (typeof value === 'string') {
    const word = CHOSEN.includes(field) ? VALUE_WORDS[value]?.[words.language] : undefined;
    return word === undefined ? value : words.t('value.chosen', { word, value });
  }
  if (Array.isArray(value)) {
    return value.map((one) => valueText(field, one, words)).join(words.language === 'en' ? ', ' : '、');
  }
  return JSON.stringify(value);
}
