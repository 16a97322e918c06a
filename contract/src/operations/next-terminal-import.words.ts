import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'next_terminal.unreadable': {
    'zh-TW': '無法讀取來源（{reason}），檔案可能不完整或不是 Next Terminal 1.3 的資料，沒有寫入任何資料',
    en: 'The origin cannot be read ({reason}). It may be incomplete, or not of Next Terminal 1.3. Nothing was written.',
  },
  'next_terminal.database_unreachable': {
    'zh-TW': '連不上資料庫伺服器（{reason}），請確認主機、連接埠與防火牆，沒有寫入任何資料',
    en: 'The database server cannot be reached ({reason}). Check the host, the port and the firewall. Nothing was written.',
  },
  'next_terminal.database_refused': {
    'zh-TW':
      '資料庫伺服器拒絕了（{reason}），請確認帳號、密碼與資料庫名稱，以及該帳號有讀取權限，沒有寫入任何資料',
    en: 'The database server refused ({reason}). Check the account, the password, the name of the database, and that the account may read it. Nothing was written.',
  },
  'next_terminal.not_next_terminal': {
    'zh-TW': '這不是 Next Terminal 1.3 的資料：找不到 {table}，沒有寫入任何資料',
    en: 'This is not of Next Terminal 1.3: there is no {table}. Nothing was written.',
  },
  'next_terminal.key_wrong': {
    'zh-TW':
      '加密金鑰不正確，無法解開「{name}」的機密。請確認原系統設定檔中的 encryption-key，沒有寫入任何資料',
    en: 'The encryption key is wrong: it does not open the secret of “{name}”. See encryption-key in the settings of the old installation. Nothing was written.',
  },
  'next_terminal.too_many': {
    'zh-TW': '{table} 超過 {most} 筆，不能匯入，沒有寫入任何資料',
    en: 'There are more than {most} rows in {table}. Nothing was written.',
  },
  'next_terminal.too_large': {
    'zh-TW': '來源檔案超過 {most} MB，不能匯入，沒有寫入任何資料',
    en: 'The file is larger than {most} MB. Nothing was written.',
  },
  'next_terminal.busy': {
    'zh-TW': '另一項匯入正在進行，請待其完成後再試',
    en: 'Another import is under way. Try again when it is over.',
  },
  'next_terminal.needs_every_right': {
    'zh-TW': '匯入會新增使用者、角色與授權，只有擁有全部權限的管理員才能進行',
    en: 'An import makes people, roles and grants, so only administrators who hold every right may do it.',
  },
  'next_terminal.open_already': {
    'zh-TW': '已有一項匯入尚未結束，請先完成或放棄它',
    en: 'There is an import that is not over. Finish it, or give it up first.',
  },
  'next_terminal.not_now': {
    'zh-TW': '匯入的狀態已經改變，請重新整理後再試',
    en: 'The import is at another step by now. Reload the page and try again.',
  },
  'next_terminal.file_gone': {
    'zh-TW': '上傳的檔案已經不在伺服器上，請放棄這項匯入後重新開始',
    en: 'The file that was sent is not on the server any more. Give this import up and begin anew.',
  },
  'next_terminal.file_broken': {
    'zh-TW': '檔案沒有完整送達，請重新上傳',
    en: 'The file did not come whole. Send it again.',
  },
  'next_terminal.broken_off': {
    'zh-TW': '匯入中途停止，請再執行一次，會從中斷處繼續',
    en: 'The import broke off. Run it again, and it goes on where it was.',
  },
  'next_terminal.changed_meanwhile': {
    'zh-TW': '匯入「{section}」時，本系統的資料同時被變更，這一項沒有寫入，請再執行一次',
    en: 'Something changed here while {section} was brought. Nothing of it was written; run it again.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'next-terminal': { 'zh-TW': 'Next Terminal 匯入', en: 'Import from Next Terminal' },
  'next-terminal.begun': { 'zh-TW': '開始檢查 Next Terminal 的資料', en: 'Import from Next Terminal begun' },
  'next-terminal.ordered': { 'zh-TW': '執行 Next Terminal 匯入', en: 'Import from Next Terminal ordered' },
  'next-terminal.refused': { 'zh-TW': 'Next Terminal 匯入被拒絕', en: 'Import from Next Terminal refused' },
  'next-terminal.closed': { 'zh-TW': '結束 Next Terminal 匯入', en: 'Import from Next Terminal closed' },
  'next-terminal.imported': { 'zh-TW': '自 Next Terminal 匯入', en: 'Imported from Next Terminal' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'next-terminal.begun': ['system', 'configuration', 'access', 'notice'],
  'next-terminal.ordered': ['system', 'configuration', 'creation', 'warning'],
  'next-terminal.refused': ['system', 'configuration', 'denied', 'warning'],
  'next-terminal.closed': ['system', 'configuration', 'end', 'info'],
  'next-terminal.imported': ['system', 'configuration', 'creation', 'warning'],
} satisfies Record<string, EventRow>;

/** Why something was left behind, or brought otherwise than it was. */
export const NEXT_TERMINAL_REASONS = {
  malformed: {
    'zh-TW': '資料格式不正確（{about}）',
    en: 'its data is not as it should be ({about})',
  },
  too_large: { 'zh-TW': '資料過大', en: 'it is too large' },
  not_accepted: {
    'zh-TW': '欄位 {about} 的內容不符合本系統的規則',
    en: '{about} is nothing that is accepted here',
  },
  secret_unreadable: { 'zh-TW': '機密無法以加密金鑰解開', en: 'the key does not open its secret' },
  key_unusable: {
    'zh-TW': '私密金鑰無法使用，或通行片語不正確',
    en: 'its private key cannot be used, or the passphrase does not open it',
  },
  first_administrator: {
    'zh-TW': '這是最初的管理員，本系統已經有，帳號與密碼維持不變',
    en: 'this is the first administrator, who is here already and stays as they are',
  },
  username_taken: {
    'zh-TW': '本系統已有同名帳號，不會變更該帳號，也不會給予權限',
    en: 'there is such an account here already; it is not changed and gains nothing',
  },
  person_missing: { 'zh-TW': '使用者沒有匯入', en: 'its person was not brought' },
  group_missing: { 'zh-TW': '使用者群組沒有匯入', en: 'its group was not brought' },
  role_missing: { 'zh-TW': '角色沒有匯入', en: 'its role was not brought' },
  asset_missing: { 'zh-TW': '資產沒有匯入', en: 'its asset was not brought' },
  strategy_missing: {
    'zh-TW': '授權政策不存在，原系統會視為全部允許，因此沒有匯入',
    en: 'its strategy is gone, which meant that everything was allowed there',
  },
  filter_unknown: {
    'zh-TW': '指令過濾（{about}）不在原系統的開放版本中，少了它會放寬權限，因此沒有匯入',
    en: 'its command filter ({about}) cannot be read, and without it the grant would be wider',
  },
  credential_missing: { 'zh-TW': '憑證沒有匯入', en: 'its credential was not brought' },
  gateway_missing: {
    'zh-TW': '存取閘道沒有匯入，改為直接連線會送往別處，因此沒有匯入',
    en: 'its gateway was not brought, and without it the way would be another',
  },
  built_in_role: {
    'zh-TW': '內建角色，本系統有自己的',
    en: 'a built-in role; there are own ones here',
  },
  built_in_not_given: {
    'zh-TW': '內建角色（{about}）沒有給予；要給予請在匯入時選擇一併給予管理權限（--administrators）',
    en: 'the built-in role ({about}) was not given; the import gives it if told to (--administrators)',
  },
  administrator_not_made: {
    'zh-TW':
      '在原系統是管理員，在這裡是一般使用者；要成為管理員請在匯入時選擇一併給予管理權限（--administrators）',
    en: 'was an administrator there and is an ordinary person here; the import makes them one if told to (--administrators)',
  },
  password_unusable: {
    'zh-TW': '沒有可用的密碼，需由管理員重設',
    en: 'has no password that can be taken over; an administrator sets one',
  },
  factor_unreadable: {
    'zh-TW': '一次性驗證碼的金鑰無法讀取，帳號已停用，請重設後再啟用',
    en: 'the secret of the one-time codes cannot be read; the account is disabled until somebody looks',
  },
  renamed: { 'zh-TW': '已有同名項目，改名為「{about}」', en: 'the name is taken; it is now “{about}”' },
  menus_missing: {
    'zh-TW': '{about} 項權限在本系統沒有對應',
    en: '{about} of its rights do not exist here',
  },
  owner_changed: {
    'zh-TW': '擁有者沒有匯入，改由最初的管理員擁有',
    en: 'its owner was not brought; it belongs to the first administrator',
  },
  attributes_dropped: {
    'zh-TW': '有些參數在本系統沒有或不正確（{about}），沒有匯入',
    en: 'some of its parameters do not exist here or are not accepted ({about})',
  },
  job_stopped: { 'zh-TW': '匯入後為停止狀態，請檢查後啟用', en: 'it is stopped until somebody starts it' },
  job_unsupported: { 'zh-TW': '這種排程工作在本系統沒有', en: 'there is no such job here' },
  never_opened: { 'zh-TW': '從未連上', en: 'it was never open' },
  recording_missing: { 'zh-TW': '找不到錄影檔', en: 'there is no file of the recording' },
  recording_outside: {
    'zh-TW': '錄影的路徑不在錄影資料夾內，或是連結',
    en: 'the path leads out of the folder of recordings, or is a link',
  },
  recording_unreadable: { 'zh-TW': '錄影檔無法讀取', en: 'the recording cannot be read' },
  recording_cut: {
    'zh-TW': '錄影檔不完整，只匯入到 {about} 秒',
    en: 'the recording is cut off; it was brought up to second {about}',
  },
  file_refused: {
    'zh-TW': '有檔案沒有匯入（連結、名稱不允許或過大）：{about}',
    en: 'some files were not brought (links, names that are not allowed, or too large): {about}',
  },
  space_taken: {
    'zh-TW': '使用者在這裡已經有個人空間',
    en: 'its person has a space of their own here already',
  },
  space_full: {
    'zh-TW': '儲存空間的容量不足，沒有匯入檔案：{about}',
    en: 'the space has no room for a file: {about}',
  },
  shuts_out: {
    'zh-TW': '這些存取規則會讓您目前的位址無法連入，因此全部沒有匯入',
    en: 'with these access rules your own address could not come in any more, so none of them was brought',
  },
  token_made_anew: {
    'zh-TW': '存取權杖不匯入，請擁有者在個人資料頁新增',
    en: 'access tokens are not brought; their owners make new ones',
  },
  setting_of_its_own: {
    'zh-TW': '系統設定不匯入，請在系統設定中確認本系統自己的值',
    en: 'settings are not brought; look at those of this product instead',
  },
  job_log_text: {
    'zh-TW': '執行紀錄只有一段文字，無法對應到每台主機的結果，因此沒有匯入',
    en: 'it is one text that says nothing certain about each host, which is what is kept here',
  },
  cut_short: { 'zh-TW': '欄位 {about} 過長，只保留前面的部分', en: '{about} is too long, and was cut short' },
  priority_turned: {
    'zh-TW': '原系統的網頁以數字較大的規則為準，這裡以較小的為準，因此優先順序改為 {about}，效果不變',
    en: 'the web pages there went by the largest number and here the smallest decides, so its priority is now {about}: it means the same',
  },
  policy_apart: {
    'zh-TW':
      '原系統分別判斷位址與時段，任一拒絕就不能登入；這裡兩者都符合才適用，因此時段另成一項政策「{about}」，效果不變',
    en: 'its addresses and its hours were judged apart there, and one policy is judged by both here, so its hours became a policy of their own, “{about}”: it means the same',
  },
  policy_moved: {
    'zh-TW': '為了讓時段的政策先判斷，優先順序改為 {about}',
    en: 'its priority is now {about}, behind the policies that go by hours',
  },
  grant_bare: {
    'zh-TW': '沒有授權政策，原系統會全部允許；這裡只能連線，不能傳檔或使用剪貼簿，需要時請指定授權政策',
    en: 'it names no strategy, which allowed everything there and here neither files nor the clipboard; give it one where that is needed',
  },
  soon_deleted: {
    'zh-TW': '早於紀錄保留天數（{about} 天），下次清除時會刪除；要保留請先在系統設定延長',
    en: 'it is older than the {about} days that records are kept, so the next clean-up deletes it; lengthen them first to keep it',
  },
  table_unknown: {
    'zh-TW': '本系統沒有對應的項目，共 {about} 筆',
    en: 'there is no such thing here; rows: {about}',
  },
  column_unknown: {
    'zh-TW': '這個欄位不在 1.3.5 的資料表中，沒有讀取',
    en: 'the tables of 1.3.5 have no such column, so it was not read',
  },
} as const satisfies Record<string, Sentence>;
export type NextTerminalReason = keyof typeof NEXT_TERMINAL_REASONS;

/** What is brought, in the order in which it is written: each section wholly or not at all. */
export const NEXT_TERMINAL_SECTION_WORDS = {
  roles: { 'zh-TW': '角色', en: 'roles' },
  users: { 'zh-TW': '使用者', en: 'people' },
  'user-groups': { 'zh-TW': '使用者群組', en: 'groups' },
  storages: { 'zh-TW': '儲存空間', en: 'spaces' },
  'login-policies': { 'zh-TW': '登入政策', en: 'login policies' },
  'access-rules': { 'zh-TW': '存取規則', en: 'access rules' },
  credentials: { 'zh-TW': '憑證', en: 'credentials' },
  gateways: { 'zh-TW': '存取閘道', en: 'gateways' },
  assets: { 'zh-TW': '資產', en: 'assets' },
  strategies: { 'zh-TW': '授權政策', en: 'strategies' },
  grants: { 'zh-TW': '授權', en: 'grants' },
  commands: { 'zh-TW': '指令', en: 'commands' },
  jobs: { 'zh-TW': '排程工作', en: 'jobs' },
  sessions: { 'zh-TW': '工作階段', en: 'sessions' },
  'login-logs': { 'zh-TW': '登入紀錄', en: 'login logs' },
  'storage-logs': { 'zh-TW': '檔案操作紀錄', en: 'file logs' },
  'job-logs': { 'zh-TW': '排程工作的執行紀錄', en: 'logs of jobs' },
  'access-tokens': { 'zh-TW': '存取權杖', en: 'access tokens' },
  settings: { 'zh-TW': '系統設定', en: 'settings' },
  others: { 'zh-TW': '其他資料', en: 'anything else' },
  'space-files': { 'zh-TW': '儲存空間的檔案', en: 'files of spaces' },
  recordings: { 'zh-TW': '錄影', en: 'recordings' },
} as const satisfies Record<string, Sentence>;
export type NextTerminalSection = keyof typeof NEXT_TERMINAL_SECTION_WORDS;

/** Behind the name of a policy that was made of the hours of another; a name of data, which has one language. */
export const HOURS_MARK = ' (時段)';
