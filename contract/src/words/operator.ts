import type { Sentence } from '../language.ts';

/** What commands of the operator say. Nobody has chosen a language in a terminal, so it shows both. */
export const OPERATOR_WORDS = {
  no_installation: {
    'zh-TW':
      '找不到安裝：{dataDir} 與 {database} 都要是伺服器啟動過的。指令不會建立新的安裝；請確認 --data-dir、JADEGATE_DATA_DIR、DATABASE_URL 或設定檔，或先以 npm start 啟動伺服器。',
    en: 'There is no installation: a server must have been started with {dataDir} and {database}. Commands make none. Check --data-dir, JADEGATE_DATA_DIR, DATABASE_URL or the settings file, or start the server first with npm start.',
  },
  acts_on: {
    'zh-TW': '安裝：{name}｜資料目錄 {dataDir}｜資料庫 {database}',
    en: 'installation: {name} | data directory {dataDir} | database {database}',
  },
} as const satisfies Record<string, Sentence>;
