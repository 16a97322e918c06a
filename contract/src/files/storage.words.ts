import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

/** What can go wrong with storage spaces and the files in them. What all files share is in `files.words.ts`. */
export const ERRORS = {
  'storage.not_for_oneself': {
    'zh-TW': '您的角色不能瀏覽這個空間的檔案，因此不能把它交給自己或自己所屬的群組',
    en: 'Your roles do not let you see the files of this space, so you cannot give it to yourself or to a group you are in.',
  },
  'storage.not_found': {
    'zh-TW': '找不到這個儲存空間，可能已被刪除，或不再分享給您',
    en: 'There is no such storage space; it may have been deleted, or is no longer shared with you.',
  },
  'storage.is_default': {
    'zh-TW': '「{name}」是使用者的預設空間，會隨使用者一起處理，不能單獨刪除',
    en: '“{name}” is the own space of a person. It goes with the person and cannot be deleted by itself.',
  },
  'storage.not_empty': {
    'zh-TW': '「{name}」裡還有檔案。請先清空，或輸入空間名稱確認連同檔案一起刪除',
    en: '“{name}” still holds files. Empty it first, or give its name to delete it with everything in it.',
  },
  'storage.name_wrong': {
    'zh-TW': '輸入的名稱與「{name}」不符，未刪除任何檔案',
    en: 'The name given is not “{name}”. Nothing was deleted.',
  },
  'storage.limit_below_used': {
    'zh-TW': '容量上限不能小於已使用的 {used}。請調高上限，或先刪除檔案',
    en: 'The limit cannot be below what is used, {used}. Raise it, or delete files first.',
  },
  'storage.owner_gone': {
    'zh-TW': '找不到要成為擁有者的使用者，可能已被刪除',
    en: 'The person who should own it does not exist; they may have been deleted.',
  },
  'storage.share_gone': {
    'zh-TW': '分享對象中有使用者或群組已不存在，請重新選擇',
    en: 'A person or group it should be shared with does not exist any more. Choose again.',
  },
  'storage.read_only': {
    'zh-TW': '這個空間只以唯讀分享給您，不能變更裡面的檔案',
    en: 'This space is shared with you for reading only. Its files cannot be changed.',
  },
  'storage.forbidden': {
    'zh-TW': '您的角色不允許對這個空間進行這項檔案操作',
    en: 'Your roles do not allow this file operation on this space.',
  },
  'storage.quota': {
    'zh-TW': '「{name}」的容量不足：上限 {limit}，剩餘 {free}。請刪除不需要的檔案，或請管理員調高上限',
    en: '“{name}” has too little room: {free} left of {limit}. Delete what is not needed, or ask an administrator for more.',
  },
  'storage.name_too_long': {
    'zh-TW': '名稱或路徑太長，請縮短後再試',
    en: 'The name or path is too long. Shorten it and try again.',
  },
  'storage.too_deep': {
    'zh-TW': '資料夾最多 {limit} 層，這樣會太深。請放到比較上層的資料夾',
    en: 'Folders go {limit} levels deep at most, and this would go deeper. Put it further up.',
  },
  'storage.folder_full': {
    'zh-TW': '一個資料夾最多放 {limit} 個項目。請放到其他資料夾，或刪除不需要的項目',
    en: 'A folder holds {limit} entries at most. Choose another folder, or delete what is not needed.',
  },
  'storage.space_full': {
    'zh-TW': '「{name}」最多放 {limit} 個檔案與資料夾。請刪除不需要的項目，或請管理員調高上限',
    en: '“{name}” holds {limit} files and folders at most. Delete what is not needed, or ask an administrator for more.',
  },
  'storage.walking': {
    'zh-TW': '您的其他搜尋、複製或打包還在進行，請等它們完成後再試',
    en: 'Other searches, copies or archives of yours are still going on. Try again when they are done.',
  },
  'storage.too_long': {
    'zh-TW': '這些檔案太多，未能在時限內完成，因此沒有變更任何檔案。請分成幾次進行',
    en: 'This took longer than it may, so nothing was changed. Do it in smaller parts.',
  },
  'storage.into_itself': {
    'zh-TW': '不能把資料夾移動或複製到它自己裡面',
    en: 'A folder cannot be moved or copied into itself.',
  },
  'storage.busy': {
    'zh-TW': '這個上傳正在另一個連線中進行，請稍候再試',
    en: 'This upload is going on over another connection. Try again in a moment.',
  },
  'storage.disk_full': {
    'zh-TW': '伺服器的磁碟空間不足，檔案未儲存。請通知管理員',
    en: 'The disk of the server is full, and the file was not stored. Tell an administrator.',
  },
  'storage.away': {
    'zh-TW': '目前連不上物件儲存（S3），請稍後再試；若持續發生，請通知管理員',
    en: 'The object storage (S3) cannot be reached. Try again later; if it lasts, tell an administrator.',
  },
  'storage.key_refused': {
    'zh-TW': '物件儲存（S3）拒絕了系統的金鑰，請管理員檢查 S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY 與權限',
    en: 'The object storage (S3) refused the key. An administrator must check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and its rights.',
  },
  'storage.bucket_missing': {
    'zh-TW': '物件儲存（S3）上沒有設定的儲存桶，請管理員新增它，或檢查 S3_BUCKET',
    en: 'The bucket does not exist in the object storage (S3). An administrator must make it, or check S3_BUCKET.',
  },
  'storage.failed': {
    'zh-TW': '檔案無法讀取或寫入，請再試一次；若持續發生，請通知管理員',
    en: 'The file could not be read or written. Try again; if it lasts, tell an administrator.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  storage: { 'zh-TW': '儲存空間', en: 'Storage space' },
  'storage.created': { 'zh-TW': '新增儲存空間', en: 'Storage space created' },
  'storage.updated': { 'zh-TW': '修改儲存空間', en: 'Storage space changed' },
  'storage.deleted': { 'zh-TW': '刪除儲存空間', en: 'Storage space deleted' },
  'storage.kept': { 'zh-TW': '保留已刪除使用者的儲存空間', en: 'Storage space of a deleted user kept' },
  'storage.given': {
    'zh-TW': '轉交已刪除使用者的儲存空間',
    en: 'Storage space of a deleted user given away',
  },
  'storage.corrected': { 'zh-TW': '校正儲存空間的用量', en: 'Used size of a storage space corrected' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'storage.created': ['file', 'configuration', 'creation', 'info'],
  'storage.updated': ['file', 'configuration', 'change', 'info'],
  'storage.deleted': ['file', 'configuration', 'deletion', 'notice'],
  'storage.kept': ['file', 'configuration', 'change', 'info'],
  'storage.given': ['file', 'configuration', 'change', 'notice'],
  'storage.corrected': ['file', 'configuration', 'change', 'info'],
} satisfies Record<string, EventRow>;
