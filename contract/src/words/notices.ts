import type { Sentence } from '../language.ts';

/** What stands above the pages of the back office. */
export const NOTICE_WORDS = {
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
  defects: {
    'zh-TW':
      '伺服器自啟動以來發生 {count} 次未預期的內部錯誤，服務仍持續運作。請在伺服器記錄中查找「a defect」並回報，再挑選離峰時間重新啟動。',
    en: 'Since it started, the server has met {count} unexpected errors of its own, and goes on. Look for “a defect” in its log and report it, and restart it in a quiet hour.',
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
  recordings_stuck: {
    'zh-TW':
      '有 {count} 份錄影無法移到 S3，仍完整保存在這台伺服器的磁碟上，會自動再試；其他錄影不受影響。原因請見伺服器的日誌。',
    en: '{count} recordings cannot be moved to S3. They are kept whole on the disk of this server and tried again by themselves; the others are moved. The log of the server says why.',
  },
} as const satisfies Record<string, Sentence>;
