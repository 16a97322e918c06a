import type { Sentence } from '../language.ts';

/** Refusals of what would let somebody reach more than they do. */
export const ERRORS = {
  'reach.through_account': {
    'zh-TW':
      '「{name}」的密碼由您設定，尚未確認為本人使用，因此視同您自己的帳號，不能給予您無權使用的資產、檔案或權限。請先由另一位管理員在使用者頁面按「確認為本人使用」',
    en: 'You set the password of “{name}”, and nobody has confirmed whose account it is. Until then it counts as your own, and cannot be given what you may not use. Ask another administrator to confirm it on the page of that user.',
  },
  'reach.own_terms': {
    'zh-TW': '這會放寬限制您自己的授權政策或指令規則，請由其他管理員操作',
    en: 'This would loosen a strategy or a command rule that binds yourself. Ask another administrator.',
  },
  'reach.own_policy': {
    'zh-TW': '這項登入政策限制您自己，不能由您放寬或解除，請由其他管理員操作',
    en: 'This login policy binds yourself. Ask another administrator to loosen it.',
  },
} satisfies Record<string, Sentence>;
