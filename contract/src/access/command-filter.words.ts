import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'command_filter.not_found': {
    'zh-TW': '找不到這項指令過濾，可能已被刪除',
    en: 'There is no such command filter; it may have been deleted.',
  },
  'command_filter.name_taken': {
    'zh-TW': '已有名為「{name}」的指令過濾，請換一個名稱',
    en: 'A command filter named “{name}” already exists. Choose another name.',
  },
  'command_filter.in_use': {
    'zh-TW':
      '指令過濾「{name}」仍有 {strategies} 項授權政策與 {grants} 筆授權使用（{names}），請先解除套用再刪除',
    en: 'Command filter “{name}” is still used by {strategies} strategies and {grants} grants ({names}). Take it out of them first.',
  },
  'command_filter.too_many_rules': {
    'zh-TW': '一項指令過濾最多 {limit} 條規則，請先刪除不再使用的規則',
    en: 'A command filter can have at most {limit} rules. Delete one you no longer use first.',
  },
  'command_filter.too_complex': {
    'zh-TW': '這項指令過濾的正規表示式合計過於複雜，會拖慢終端機，請簡化或刪除部分規則',
    en: 'The expressions of this command filter are too complex together and would slow terminals down. Simplify or delete some.',
  },
  'command_filter_rule.not_found': {
    'zh-TW': '找不到這條規則，可能已被刪除',
    en: 'There is no such rule; it may have been deleted.',
  },
  'command_filter_rule.pattern_refused': {
    'zh-TW': '正規表示式不支援反向參照（如 \\1）與環視（如 (?=…)、(?<!…)），請改寫',
    en: 'Expressions cannot use back-references (such as \\1) or look-around (such as (?=…) or (?<!…)). Rewrite it.',
  },
  'command_filter_rule.pattern_broken': {
    'zh-TW': '正規表示式有誤，請檢查「{part}」',
    en: 'The expression is not valid. Check “{part}”.',
  },
  'command_filter_rule.pattern_too_complex': {
    'zh-TW': '正規表示式過於複雜，請減少重複次數或拆成多條規則',
    en: 'The expression is too complex. Use smaller repeat counts or split it into several rules.',
  },
  'command_filter_rule.no_words': {
    'zh-TW': '內容只有空白或引號，沒有可比對的文字',
    en: 'There is nothing to compare with: only spaces or quotes.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'command-filter': { 'zh-TW': '指令過濾', en: 'Command filter' },
  'command-filter.created': { 'zh-TW': '新增指令過濾', en: 'Command filter created' },
  'command-filter.updated': { 'zh-TW': '修改指令過濾', en: 'Command filter changed' },
  'command-filter.deleted': { 'zh-TW': '刪除指令過濾', en: 'Command filter deleted' },
  'command-filter.rule-created': { 'zh-TW': '新增指令過濾規則', en: 'Command filter rule created' },
  'command-filter.rule-updated': { 'zh-TW': '修改指令過濾規則', en: 'Command filter rule changed' },
  'command-filter.rule-deleted': { 'zh-TW': '刪除指令過濾規則', en: 'Command filter rule deleted' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'command-filter.created': ['access', 'configuration', 'creation', 'notice'],
  'command-filter.updated': ['access', 'configuration', 'change', 'notice'],
  'command-filter.deleted': ['access', 'configuration', 'deletion', 'notice'],
  'command-filter.rule-created': ['access', 'configuration', 'creation', 'notice'],
  'command-filter.rule-updated': ['access', 'configuration', 'change', 'notice'],
  'command-filter.rule-deleted': ['access', 'configuration', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
