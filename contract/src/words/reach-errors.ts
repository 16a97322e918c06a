import type { Sentence } from '../language.ts';

/** Refusals of what would let somebody reach more than they do. */
export const REACH_ERROR_WORDS = {
  'auth.recent_proof_needed': {
    'zh-TW': '這項操作會改變權限，請先再次確認身分（或重新登入），15 分鐘內不會再問',
    en: 'This changes what people can reach. Prove who you are again, or sign in anew; it is not asked again for 15 minutes.',
  },
  'auth.token_scope': {
    'zh-TW': '這個存取權杖不能變更權限，請改用用途為「管理」的權杖',
    en: 'This access token may not change what people can reach. Use one with the administration scope.',
  },
  'user.confirmed_by_maker': {
    'zh-TW': '這個帳號的密碼由您或您新增的帳號設定，必須由另一位管理員確認',
    en: 'You, or an account that you made, set the password of this account. Another administrator must confirm it.',
  },
  'user.reaches_more': {
    'zh-TW':
      '「{name}」可使用您無權使用的資產、憑證或檔案，密碼與兩步驟驗證不能由您重設，請洽權限更完整的管理員',
    en: '“{name}” can use assets, credentials or files that you may not. Ask an administrator who may use them to reset the password or second factor.',
  },
  'user.outranked': {
    'zh-TW': '「{name}」擁有您沒有的權限，請由權限更完整的管理員操作',
    en: '“{name}” holds rights that you do not. Ask an administrator who holds them.',
  },
  'user.grant_exceeds': {
    'zh-TW': '不能授予自己沒有的權限（{menus}）',
    en: 'You cannot grant rights that you do not hold ({menus}).',
  },
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
  'authorised.not_for_oneself': {
    'zh-TW': '不能把自己無權使用的資產交給自己，請由其他管理員授權',
    en: 'You cannot give yourself an asset that you may not use. Ask another administrator.',
  },
  'storage.not_for_oneself': {
    'zh-TW': '您的角色不能瀏覽這個空間的檔案，因此不能把它交給自己或自己所屬的群組',
    en: 'Your roles do not let you see the files of this space, so you cannot give it to yourself or to a group you are in.',
  },
} as const satisfies Record<string, Sentence>;
