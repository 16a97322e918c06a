import type { Sentence } from '../language.ts';

/**
 * Why a person may or may not use an asset, one sentence per rule. `{grant}` is how a grant is called: 「直接授權」 or
 * the group it was given to.
 */
export const ACCESS_WORDS = {
  'person.unknown': { 'zh-TW': '此使用者不存在', en: 'This person does not exist' },
  'person.disabled': { 'zh-TW': '使用者「{person}」已停用', en: '“{person}” is disabled' },
  'person.enabled': { 'zh-TW': '使用者「{person}」已啟用', en: '“{person}” is enabled' },
  'asset.unknown': { 'zh-TW': '此資產不存在', en: 'This asset does not exist' },
  'asset.exists': { 'zh-TW': '資產「{asset}」存在', en: 'The asset “{asset}” exists' },
  'administrator.holds': {
    'zh-TW': '使用者是管理員，且角色具有「存取資產」權限，可使用所有資產',
    en: 'An administrator whose role may access assets: every asset, with everything',
  },
  'administrator.lacks': {
    'zh-TW': '使用者是管理員，但角色沒有「存取資產」權限',
    en: 'An administrator, but without a role that may access assets',
  },
  'administrator.no': { 'zh-TW': '使用者不是管理員', en: 'Not an administrator' },
  'owner.yes': { 'zh-TW': '使用者是此資產的擁有者', en: 'The owner of this asset' },
  'owner.no': { 'zh-TW': '使用者不是此資產的擁有者', en: 'Not the owner of this asset' },
  'grant.decides': {
    'zh-TW': '{grant}生效中，允許連線，權限依授權政策「{strategy}」',
    en: '{grant} counts now and allows connecting, with what the strategy “{strategy}” says',
  },
  'grant.decides_bare': {
    'zh-TW': '{grant}生效中，未指定授權政策，僅允許連線',
    en: '{grant} counts now and names no strategy: connecting only',
  },
  'grant.decides_commands': {
    'zh-TW': '{grant}生效中，授權政策「{strategy}」只允許執行列出的指令，不能開啟連線',
    en: '{grant} counts now, and the strategy “{strategy}” only allows listed commands: nothing can be opened',
  },
  'grant.upcoming': {
    'zh-TW': '{grant}尚未開始，將於 {time} 生效',
    en: '{grant} has not begun: it does at {time}',
  },
  'grant.expired': { 'zh-TW': '{grant}已於 {time} 到期', en: '{grant} ended at {time}' },
  'grant.outside_window': {
    'zh-TW': '{grant}不在每週允許的時段內',
    en: '{grant} is outside its weekly hours',
  },
  'grant.strategy_missing': {
    'zh-TW': '{grant}的授權政策已不存在，因此不予採用',
    en: 'The strategy of {grant} no longer exists, so it does not count',
  },
  'grant.behind_direct': {
    'zh-TW': '{grant}生效中，但直接授權優先於群組授權',
    en: '{grant} counts now, but a direct grant goes before those of groups',
  },
  'grant.allows_less': {
    'zh-TW': '{grant}生效中，但允許的操作較少（{own} 項，少於 {most} 項）',
    en: '{grant} counts now, but allows less ({own} things against {most})',
  },
  'grant.commands_less': {
    'zh-TW': '{grant}生效中，但只允許執行列出的指令，允許連線的授權優先',
    en: '{grant} counts now, but only allows listed commands: one that allows connecting goes first',
  },
  'grant.no_shell': {
    'zh-TW': '{grant}生效中，但不允許開啟終端機，允許終端機的授權優先',
    en: '{grant} counts now, but allows no terminal: one that does goes first',
  },
  'grant.younger': {
    'zh-TW': '{grant}生效中，允許的操作一樣多，但授權時間較晚',
    en: '{grant} counts now and allows as much, but was given later',
  },
  'default.no_grant': {
    'zh-TW': '沒有任何授權，因此不允許連線',
    en: 'There is no grant, so connecting is refused',
  },
  'default.none_counts': {
    'zh-TW': '沒有生效中的授權，因此不允許連線',
    en: 'No grant counts now, so connecting is refused',
  },
  'name.direct': { 'zh-TW': '直接授權', en: 'The direct grant' },
  'name.group': { 'zh-TW': '群組「{group}」的授權', en: 'The grant of the group “{group}”' },
} as const satisfies Record<string, Sentence>;

export type AccessReason = keyof typeof ACCESS_WORDS;
