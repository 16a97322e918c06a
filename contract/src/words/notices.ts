import type { Sentence } from '../language.ts';

/** What stands above the pages of the back office. */
export const NOTICE_WORDS = {
  disk_low: {
    'zh-TW':
      '磁碟空間不足：{folder} 只剩 {free}，恢復到 {mark} 以上才能開啟新連線。請刪除舊錄影、擴充磁碟，或調整錄影設定中的空間下限。',
    en: 'Disk space is low: {folder} has {free} left. New sessions can be opened again when there are {mark}. Delete old recordings, enlarge the disk, or change the limit in the recording settings.',
  },
  disk_full: {
    'zh-TW':
      '磁碟空間即將用盡：{folder} 只剩 {free}，不能開啟新連線，錄影中的連線依設定處理。請立即釋出空間。',
    en: 'The disk is almost full: {folder} has {free} left. No new sessions can be opened, and recorded ones end or go on as the settings say. Make room now.',
  },
  storage_not_moved: {
    'zh-TW':
      '儲存空間的部分檔案還在這台伺服器的磁碟上，改用 S3 後使用者看不到它們。請在伺服器上執行 npx jadegate storage move。',
    en: 'Some files of storage spaces are still on the disk of this server, where nobody sees them since S3 is in use. Run npx jadegate storage move on the server.',
  },
  storage_corrected: {
    'zh-TW':
      '儲存空間的用量與實際檔案不符，已校正 {count} 個空間，例如「{name}」由 {before} 改為 {after}。若非有人直接改動檔案，請回報。',
    en: 'What was counted as used did not match the files of {count} storage spaces and was corrected, such as “{name}” from {before} to {after}. Unless somebody changes the files directly, please report it.',
  },
  job_failed: {
    'zh-TW': '排程工作「{name}」上次執行沒有成功，請查看執行紀錄。',
    en: 'The job “{name}” did not succeed when it ran last. See its log.',
  },
  job_paused: {
    'zh-TW':
      '排程工作「{name}」因擁有者停用、刪除或失去權限而暫停。請編輯並儲存這個工作成為擁有者，再重新啟用；不需要時請刪除。',
    en: 'The job “{name}” is paused because its owner is disabled, deleted or lost the right. Edit and save it to become its owner and enable it again, or delete it.',
  },
  search_index_full: {
    'zh-TW': '搜尋索引已達大小上限，之後的終端機輸出搜尋不到。請調高上限，或縮短錄影保留期間。',
    en: 'The search index has reached its limit, so later output cannot be found. Raise the limit, or keep recordings for a shorter time.',
  },
  recordings_not_moved: {
    'zh-TW':
      '錄影無法移到 S3，目前仍完整保存在這台伺服器的磁碟上，恢復後會自動繼續。請檢查 S3 的連線、金鑰與儲存桶，並留意磁碟空間。',
    en: 'Recordings cannot be moved to S3. They are kept whole on the disk of this server, and moving goes on by itself. Check the connection, key and bucket of S3, and watch the disk.',
  },
} as const satisfies Record<string, Sentence>;
