import type { Sentence } from '../language.ts';

/** What can go wrong with files of a target. */
export const ERRORS = {
  'file.forbidden': {
    'zh-TW': '授權政策不允許這項檔案操作',
    en: 'The strategy does not allow this file operation.',
  },
  'file.no_file_system': {
    'zh-TW': '這個連線沒有檔案功能',
    en: 'This session has no files.',
  },
  'file.drive_closed': {
    'zh-TW': '這個連線的磁碟已關閉',
    en: 'The drive of this session is closed.',
  },
  'file.path_invalid': {
    'zh-TW': '路徑不正確：必須是以 / 開頭的完整路徑，不能含有 ..',
    en: 'The path is not valid: give a full path that starts with / and has no “..” in it.',
  },
  'file.not_found': {
    'zh-TW': '找不到這個檔案或資料夾',
    en: 'There is no such file or folder.',
  },
  'file.permission': {
    'zh-TW': '遠端帳號沒有權限',
    en: 'The account on the target may not do this.',
  },
  'file.exists': {
    'zh-TW': '同名的檔案或資料夾已經存在',
    en: 'A file or folder of this name is already there.',
  },
  'file.not_empty': {
    'zh-TW': '資料夾不是空的',
    en: 'The folder is not empty.',
  },
  'file.not_a_folder': {
    'zh-TW': '這不是資料夾',
    en: 'This is not a folder.',
  },
  'file.is_a_folder': {
    'zh-TW': '這是資料夾，不是檔案',
    en: 'This is a folder, not a file.',
  },
  'file.not_a_file': {
    'zh-TW': '這不是一般檔案（例如裝置或管線），無法傳輸',
    en: 'This is not an ordinary file (but a device or a pipe) and cannot be transferred.',
  },
  'file.too_many': {
    'zh-TW': '資料夾內的項目太多，無法列出',
    en: 'The folder has too many entries to list.',
  },
  'file.listing_busy': {
    'zh-TW': '您同時開啟的資料夾太多，請稍後再試',
    en: 'You are opening too many folders at the same time. Try again in a moment.',
  },
  'file.archive_too_many': {
    'zh-TW': '所選的內容超過 {limit} 個項目，無法打包成一個壓縮檔，請分次下載',
    en: 'The selection has more than {limit} entries, too many for one archive. Download it in parts.',
  },
  'file.copy_too_many': {
    'zh-TW': '要複製的內容超過 {limit} 個項目，請分次複製',
    en: 'There are more than {limit} entries to copy. Copy them in parts.',
  },
  'file.archive_too_large': {
    'zh-TW': '所選的內容超過 {limit}，無法打包成一個壓縮檔，請分次下載',
    en: 'The selection is larger than {limit}, too much for one archive. Download it in parts.',
  },
  'file.archive_gone': {
    'zh-TW': '這個壓縮檔的下載已失效，請重新選取後再下載',
    en: 'This archive can no longer be downloaded. Select the files again.',
  },
  'file.changed': {
    'zh-TW': '檔案在開啟之後已被其他人修改，尚未儲存',
    en: 'The file was changed by somebody else after it was opened. Nothing was saved.',
  },
  'file.too_large': {
    'zh-TW': '檔案太大，無法直接編輯（上限 {limit}），請下載後修改',
    en: 'The file is too large to edit here (limit {limit}). Download it instead.',
  },
  'file.no_folder': {
    'zh-TW': '目標資料夾 {folder} 不存在',
    en: 'There is no folder {folder} on the target.',
  },
  'file.source_changed': {
    'zh-TW': '要傳送的檔案在傳送期間被修改或刪除，這台主機未收到',
    en: 'The file was changed or removed while it was sent. This host did not get it.',
  },
  'file.not_the_same': {
    'zh-TW': '主機上的內容與原檔不同，已移除',
    en: 'What the host stored is not the same as the file, and was removed.',
  },
  'file.too_large_to_send': {
    'zh-TW': '檔案超過批次傳送的上限（{limit}）',
    en: 'The file is larger than what can be sent to many hosts ({limit}).',
  },
  'file.upload_gone': {
    'zh-TW': '這個上傳已無法續傳，請重新上傳',
    en: 'This upload cannot go on. Start it again.',
  },
  'file.upload_offset': {
    'zh-TW': '續傳的位置與已收到的內容不符（已收到 {received} 位元組）',
    en: 'The upload must go on where it broke off ({received} bytes have arrived).',
  },
  'file.upload_broken': {
    'zh-TW': '上傳中斷，檔案未完成',
    en: 'The upload broke off. The file is not complete.',
  },
  'file.no_space': {
    'zh-TW': '遠端磁碟空間不足',
    en: 'The disk of the target is full.',
  },
  'file.unsupported': {
    'zh-TW': '遠端主機不支援這項操作',
    en: 'The target does not support this.',
  },
  'file.failed': {
    'zh-TW': '遠端主機回報操作失敗',
    en: 'The target says that it failed.',
  },
  'file.closed': {
    'zh-TW': '與遠端主機的檔案連線已中斷',
    en: 'The connection to the files of the target was lost.',
  },
  'file.unavailable': {
    'zh-TW': '遠端主機沒有提供 SFTP 檔案服務',
    en: 'The target does not offer SFTP.',
  },
} satisfies Record<string, Sentence>;
