import type { Sentence } from '../language.ts';

/** What is wrong with a cell of an imported file, beyond its form. */
export const IMPORT_WORDS = {
  duplicate: { 'zh-TW': '與第 {line} 行重複', en: 'Repeats line {line}' },
  usernameExists: {
    'zh-TW': '帳號已存在，不會變更',
    en: 'This account exists and will not be changed',
  },
  typeUnknown: {
    'zh-TW': '類型必須是「一般使用者」或「管理員」',
    en: 'The type must be user or admin',
  },
  roleUnknown: { 'zh-TW': '找不到角色「{name}」', en: 'There is no role named “{name}”' },
  roleBeyondOwn: {
    'zh-TW': '角色「{name}」含有您沒有的權限，不能授予',
    en: 'The role “{name}” holds rights that you do not, so you cannot give it',
  },
  rolesForAdmins: {
    'zh-TW': '只有管理員可以指定角色',
    en: 'Only administrators can have roles',
  },
  groupUnknown: { 'zh-TW': '找不到使用者群組「{name}」', en: 'There is no user group named “{name}”' },
  groupForbidden: {
    'zh-TW': '您沒有修改使用者群組的權限，請將此欄留空',
    en: 'You may not change user groups. Leave this column empty',
  },
  assetExists: {
    'zh-TW': '已有相同帳號與位址的資產「{name}」',
    en: 'Asset “{name}” has the same account at the same address',
  },
  port: { 'zh-TW': '必須是 1 到 65535 的整數', en: 'Must be a whole number from 1 to 65535' },
  columnCount: {
    'zh-TW': '此行有 {found} 欄，應為 {expected} 欄',
    en: 'This line has {found} columns instead of {expected}',
  },
  credentialUnknown: { 'zh-TW': '找不到憑證「{name}」', en: 'There is no credential named “{name}”' },
  gatewayUnknown: { 'zh-TW': '找不到存取閘道「{name}」', en: 'There is no access gateway named “{name}”' },
  jumpUnknown: {
    'zh-TW': '找不到與跳板「{name}」同名的存取閘道，將直接連線',
    en: 'No access gateway is named “{name}”; it will be reached directly',
  },
  jumpChain: {
    'zh-TW': '只採用最後一個跳板「{name}」，前面的跳板請在該閘道的上層設定',
    en: 'Only the last jump host “{name}” is used; set those before it at that gateway',
  },
  keyFile: {
    'zh-TW': '檔案只指出私密金鑰的路徑，金鑰不會匯入，請於匯入後設定或指定憑證',
    en: 'The file only names a key’s path. The key is not imported; set it afterwards or choose a credential',
  },
  secretUnused: {
    'zh-TW': '已指定憑證，此欄不會使用',
    en: 'A credential is used instead of this',
  },
  attributeUnused: {
    'zh-TW': '{protocol} 資產沒有此設定，不會匯入',
    en: 'Assets with {protocol} have no such setting; it is not imported',
  },
  vaultSecret: {
    'zh-TW': '以 Ansible Vault 加密的內容無法讀取，不會匯入',
    en: 'What Ansible Vault encrypted cannot be read and is not imported',
  },
  matchRefused: {
    'zh-TW': '不支援 Match 區塊，此區塊的設定不會套用',
    en: 'Match blocks are not supported; this one is not applied',
  },
  includeRefused: {
    'zh-TW': '不支援 Include，請將該檔案的內容貼到這裡一起匯入',
    en: 'Include is not supported; paste the content of that file here',
  },
  patternSkipped: {
    'zh-TW': '「{name}」是萬用字元，不是一台主機；其設定已套用到符合的主機',
    en: '“{name}” is a pattern, not a host; what it sets was applied to the hosts that match',
  },
  connectionSkipped: {
    'zh-TW': '主機「{name}」使用 {connection} 連線，無法匯入，已略過',
    en: 'Host “{name}” is reached by {connection}, which cannot be imported; it was skipped',
  },
  groupLoop: {
    'zh-TW': '群組「{name}」包含自己，已略過這層關係',
    en: 'Group “{name}” contains itself; this relation was left out',
  },
  hashedHost: {
    'zh-TW': '這一行的主機名稱以雜湊保存，無法還原，已略過',
    en: 'The name of this host is kept as a sum and cannot be read; it was skipped',
  },
  lineUnread: { 'zh-TW': '無法理解此行內容', en: 'This line cannot be understood' },
  rangeWrong: {
    'zh-TW': '主機範圍不正確，請使用如 web[01:10] 的寫法',
    en: 'The host range is wrong; write it like web[01:10]',
  },
} as const satisfies Record<string, Sentence>;

export type ImportRule = keyof typeof IMPORT_WORDS;
