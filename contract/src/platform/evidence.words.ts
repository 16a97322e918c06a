import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
  'evidence.key_given': {
    'zh-TW':
      '簽章金鑰由設定 JADEGATE_SIGNING_KEY 提供，不能由這個指令更換。請把新金鑰放在舊金鑰之前，重新啟動所有伺服器後再移除舊金鑰',
    en: 'The signing key is given by JADEGATE_SIGNING_KEY and cannot be replaced from here. Put the new key before the old one, restart every server, then remove the old one.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'signing-key': { 'zh-TW': '簽章金鑰', en: 'Signing key' },
  'signing-key.added': { 'zh-TW': '啟用簽章金鑰', en: 'Signing key taken into use' },
  'signing-key.rotated': { 'zh-TW': '更換簽章金鑰', en: 'Signing key rotated' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'signing-key.added': ['evidence', 'configuration', 'creation', 'notice'],
  'signing-key.rotated': ['evidence', 'configuration', 'change', 'warning'],
} satisfies Record<string, EventRow>;
