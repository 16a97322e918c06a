import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'host_key.owner_not_found': {
    'zh-TW': '找不到這個資產或存取閘道，可能已被刪除',
    en: 'There is no such asset or access gateway; it may have been deleted.',
  },
  'host_key.not_first': {
    'zh-TW': '比對期間，他人已確認這台主機的另一把主機金鑰，該金鑰仍然有效；請重新檢視後，再決定是否更換',
    en: 'A key was confirmed for this host while you compared, and it stays. Look at it before you replace it.',
  },
  'host_key.not_offered': {
    'zh-TW': '這個指紋不是目前的主機金鑰，請重新執行連線檢測後再比對',
    en: 'This is not the fingerprint the host offers now. Test again and compare.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'host-key': { 'zh-TW': '主機金鑰', en: 'Host key' },
  'host-key.learned': { 'zh-TW': '記住主機金鑰', en: 'Host key learned' },
  'host-key.accepted': { 'zh-TW': '接受主機金鑰', en: 'Host key accepted' },
  'host-key.forgotten': { 'zh-TW': '清除主機金鑰', en: 'Host keys forgotten' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'host-key.learned': ['access', 'configuration', 'creation', 'notice'],
  'host-key.accepted': ['access', 'configuration', 'change', 'warning'],
  'host-key.forgotten': ['access', 'configuration', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
