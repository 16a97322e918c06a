import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'backup.needs_every_right': {
    'zh-TW': '備份檔包含所有設定與機密，只有擁有全部權限的管理員可以匯出或還原',
    en: 'A backup holds every setting and secret. Only an administrator with every right can export or restore it.',
  },
  'backup.busy': {
    'zh-TW': '另一項備份或還原作業正在進行，請稍後再試',
    en: 'Another backup or restore is under way. Try again shortly.',
  },
  'backup.not_a_backup': {
    'zh-TW': '這不是 Jadegate 備份檔，或檔案開頭已損毀，請選擇 .jgb 檔案',
    en: 'This is not a Jadegate backup, or its beginning is damaged. Choose a .jgb file.',
  },
  'backup.newer': {
    'zh-TW': '此備份檔由較新的版本（{product}）產生，請先將本系統升級',
    en: 'This backup was made by a newer release ({product}). Upgrade this system first.',
  },
  'backup.passphrase_wrong': {
    'zh-TW': '通行片語不正確，或檔案開頭已損毀，資料未變更',
    en: 'The passphrase is wrong, or the beginning of the file is damaged. Nothing was changed.',
  },
  'backup.damaged': {
    'zh-TW': '通行片語正確，但檔案內容已損毀或不完整，請改用另一份備份',
    en: 'The passphrase is right, but the content of the file is damaged or cut off. Use another copy.',
  },
  'backup.too_large': {
    'zh-TW': '設定資料超過備份檔可容納的大小，請改以資料庫工具備份',
    en: 'There is more configuration than a backup file can hold. Back up the database itself instead.',
  },
  'backup.invalid': {
    'zh-TW': '備份檔的內容不正確（{place}），資料未變更',
    en: 'The content of the backup is not valid ({place}). Nothing was changed.',
  },
  'full_backup.target_missing': {
    'zh-TW': '找不到 {target}，可能是磁碟沒有掛載。請確認備份位置，沒有寫入任何檔案。',
    en: 'There is no {target}; perhaps a disk is not mounted. Check the place of the backup. Nothing was made.',
  },
  'full_backup.target_taken': {
    'zh-TW': '{target} 已經有檔案，備份不會覆寫。請選擇空的位置；若是中斷的備份，請先刪除。',
    en: 'There are files in {target} already, and a backup writes over nothing. Choose an empty place; remove a backup that broke off first.',
  },
  'full_backup.target_full': {
    'zh-TW': '{target} 的空間不足，備份沒有完成，已寫入的部分已移除。請清出空間，或改用其他磁碟後再試一次。',
    en: 'There is no room left in {target}. The backup is not whole, and what was written was removed. Make room, or use another disk, and try again.',
  },
  'full_backup.target_own': {
    'zh-TW': '{target} 位於存放錄影或檔案的資料夾內，備份會複製到自己。請選擇其他位置。',
    en: '{target} lies in a folder of recordings or files, and the backup would copy itself. Choose another place.',
  },
  'full_backup.target_away': {
    'zh-TW': '無法使用 {target}：S3 沒有回應、拒絕金鑰，或沒有這個儲存桶。備份沒有完成。',
    en: '{target} cannot be used: S3 does not answer, refuses the key or has no such bucket. The backup is not whole.',
  },
  'full_backup.no_s3': {
    'zh-TW': '備份位置在 S3，但沒有設定 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY_ID 與 S3_SECRET_ACCESS_KEY',
    en: 'The backup lies in S3, but S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set.',
  },
  'full_backup.not_whole': {
    'zh-TW': '{target} 不是完整的備份：{file} 不存在或已損壞',
    en: '{target} is no whole backup: {file} is missing or damaged',
  },
  'full_backup.newer': {
    'zh-TW': '{target} 由較新的版本（{product}）產生，請以該版本或更新的版本還原',
    en: '{target} was made by a newer version ({product}): restore it with that version or a later one.',
  },
  'full_backup.engine_differs': {
    'zh-TW':
      '{target} 是 {engine} 的備份，與設定不符：PostgreSQL 的備份要以 DATABASE_URL 指定空的資料庫，SQLite 的備份則不能設定 DATABASE_URL',
    en: '{target} is a backup of {engine}, which is not what is set: for PostgreSQL, name an empty database with DATABASE_URL; for SQLite, unset it.',
  },
  'full_backup.database_parameter': {
    'zh-TW':
      'DATABASE_URL 的參數 {name} 無法交給 pg_dump，備份可能來自其他資料庫，因此沒有執行。請移除這個參數，或直接以 pg_dump 備份。',
    en: 'The parameter {name} of DATABASE_URL cannot be passed to pg_dump, which might then read another database, so nothing was done. Remove it, or run pg_dump by hand.',
  },
  'full_backup.tool_missing': {
    'zh-TW': '找不到 {tool}。PostgreSQL 的整套備份與還原需要它，請安裝 postgresql-client。',
    en: '{tool} is not installed. Whole backups of PostgreSQL need it: install postgresql-client.',
  },
  'full_backup.tool_failed': {
    'zh-TW': '{tool} 沒有成功：{reason}',
    en: '{tool} did not succeed: {reason}',
  },
  'full_backup.into_taken': {
    'zh-TW': '{target} 已經有資料，還原只會寫入空的位置。若是中斷的還原，請先清空後再試一次。',
    en: 'There is something in {target} already. A restore goes into an empty place only. If it is a restore that broke off, empty it and begin again.',
  },
  'full_backup.s3_needed': {
    'zh-TW': '這份備份的檔案原本在 S3，還原前請設定 S3_BUCKET 等變數（空的儲存桶）',
    en: 'The files of this backup lay in S3: set S3_BUCKET and the others, with an empty bucket, before it is restored.',
  },
  'backup.name_protected': {
    'zh-TW': '備份檔中的「{name}」與本系統受保護的項目同名，無法還原，資料未變更',
    en: '“{name}” in the backup has the name of something protected here and cannot be restored. Nothing was changed.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  backup: { 'zh-TW': '備份', en: 'Backup' },
  'backup.exported': { 'zh-TW': '匯出備份', en: 'Backup exported' },
  'backup.restored': { 'zh-TW': '還原備份', en: 'Backup restored' },
  'backup.whole': { 'zh-TW': '整套備份', en: 'Whole backup made' },
  'backup.refused': { 'zh-TW': '備份或還原遭拒', en: 'Backup or restore refused' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'backup.exported': ['system', 'configuration', 'access', 'warning'],
  'backup.restored': ['system', 'configuration', 'change', 'warning'],
  'backup.whole': ['system', 'configuration', 'access', 'notice'],
  'backup.refused': ['system', 'configuration', 'denied', 'warning'],
} satisfies Record<string, EventRow>;
