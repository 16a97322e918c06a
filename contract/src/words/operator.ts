import type { Sentence } from '../language.ts';

/** What commands of the operator say. Nobody has chosen a language in a terminal, so it shows both. */
export const OPERATOR_WORDS = {
  no_installation: {
    'zh-TW':
      '找不到安裝：{dataDir} 與 {database} 都要是伺服器啟動過的。指令不會產生新的安裝；請確認 --data-dir、JADEGATE_DATA_DIR、DATABASE_URL 或設定檔，或先啟動伺服器一次。',
    en: 'There is no installation: a server must have been started with {dataDir} and {database}. Commands make none. Check --data-dir, JADEGATE_DATA_DIR, DATABASE_URL or the settings file, or start the server once first.',
  },
  not_started: {
    'zh-TW': 'Jadegate 無法啟動，原因如下：',
    en: 'Jadegate did not start: {reason}',
  },
  refused: {
    'zh-TW': 'Jadegate 無法啟動：{reason}',
    en: 'Jadegate did not start: {reason}',
  },
  demo_directory: {
    'zh-TW': '{dataDir} 是展示環境的資料目錄。請加上 --demo 啟動，或以 JADEGATE_DATA_DIR 指定其他目錄。',
    en: '{dataDir} is the data directory of a demo. Start it with --demo, or name another one with JADEGATE_DATA_DIR.',
  },
  demo_elsewhere: {
    'zh-TW': '{dataDir} 內有不屬於展示環境的檔案。請以 JADEGATE_DATA_DIR 指定其他資料目錄。',
    en: '{dataDir} holds something that is no demo. Name another data directory with JADEGATE_DATA_DIR.',
  },
  demo_running: {
    'zh-TW': '{dataDir} 的展示環境正在執行。請先在它的終端機按 Ctrl+C 停止。',
    en: 'the demo in {dataDir} is running. Stop it first: Ctrl+C at its terminal.',
  },
  demo_hosts: {
    'zh-TW':
      '展示環境的主機無法接受連線（{reason}）。以 --demo=fresh 啟動會清空展示環境、從頭開始，並改用其他連接埠。',
    en: 'the hosts of the demo could not listen ({reason}). --demo=fresh begins anew on other ports.',
  },
  demo_flag: {
    'zh-TW': '看不懂 {flag}，請使用 --demo 或 --demo=fresh。',
    en: '{flag} is not understood: use --demo or --demo=fresh.',
  },
  database_away: {
    'zh-TW': '資料庫無法使用（{reason}）。請檢查 DATABASE_URL、資料庫伺服器與磁碟。',
    en: 'the database cannot be used ({reason}). Check DATABASE_URL, the server and the disk.',
  },
  database_missing: {
    'zh-TW': '找不到資料庫（{reason}）。請先新增資料庫，例如執行 `createdb`，或修正 DATABASE_URL。',
    en: 'there is no such database ({reason}). Create it, for example with `createdb`, or correct DATABASE_URL.',
  },
  database_login: {
    'zh-TW': 'PostgreSQL 拒絕登入（{reason}）。請檢查 DATABASE_URL 的帳號與密碼，以及 pg_hba.conf。',
    en: 'PostgreSQL refuses the login ({reason}). Check user and password in DATABASE_URL, and pg_hba.conf.',
  },
  database_right: {
    'zh-TW':
      'DATABASE_URL 的帳號權限不足（{reason}）。請讓它成為資料庫的擁有者，或授予它在資料庫與 public schema 的 CREATE 權限。',
    en: 'the user of DATABASE_URL lacks a right ({reason}). Make it the owner of the database, or grant it CREATE on the database and on the schema public.',
  },
  port_taken: {
    'zh-TW': 'Jadegate 無法啟動：連接埠已被其他程式使用。請停止該程式，或以 JADEGATE_PORT 指定其他連接埠。',
    en: 'Jadegate did not start: the port is taken by another program; stop it or set JADEGATE_PORT.',
  },
  folder_closed: {
    'zh-TW':
      'Jadegate 無法啟動（{reason}）。請確認執行的帳號可以寫入 JADEGATE_DATA_DIR，且可以使用該連接埠。',
    en: 'Jadegate did not start: {reason}. Check that JADEGATE_DATA_DIR can be written and the port may be used.',
  },
  not_permitted: {
    'zh-TW': '這個帳號無法使用 {path}（{code}）。請以執行伺服器的帳號或 root 執行指令。',
    en: 'This account may not use {path} ({code}). Run the command as the account of the server, or as root.',
  },
  acts_on: {
    'zh-TW': '安裝：{name}｜資料目錄 {dataDir}｜資料庫 {database}',
    en: 'installation: {name} | data directory {dataDir} | database {database}',
  },
  full_backup_made: {
    'zh-TW': '備份完成：{target}，資料庫 {database}，檔案 {files} 個（{size}）',
    en: 'The backup is whole: {target}, database {database}, {files} files ({size})',
  },
  full_backup_missing: {
    'zh-TW': '有 {count} 筆連線的錄影不在這台伺服器，沒有備份到；若在其他伺服器上，請在那裡也執行備份',
    en: 'The recordings of {count} sessions are not on this server and not in the backup; run it on the server that has them, too',
  },
  full_backup_unread: {
    'zh-TW': '有 {count} 個檔案或資料夾無法讀取（名稱過長、含有不允許的字元，或沒有權限），不在備份中：',
    en: '{count} files or folders could not be read (their name is too long or not allowed, or access is denied) and are not in the backup:',
  },
  full_backup_key: {
    'zh-TW': '備份不含主金鑰（master.key 或 JADEGATE_MASTER_KEY），請另外保管，沒有它就無法開啟機密',
    en: 'The master key (master.key or JADEGATE_MASTER_KEY) is not in the backup: keep it apart. Without it no secret can be opened',
  },
  full_restored: {
    'zh-TW':
      '已還原至 {folder}（{files} 個檔案）。請放入 master.key（權限 600）或設定 JADEGATE_MASTER_KEY，再啟動伺服器',
    en: 'Restored to {folder} ({files} files). Put master.key there (mode 600) or set JADEGATE_MASTER_KEY, then start the server',
  },
  imported: {
    'zh-TW': 'Next Terminal 的資料已匯入：',
    en: 'Brought from Next Terminal:',
  },
  import_dry_run: {
    'zh-TW': '試行結果，沒有寫入任何資料：',
    en: 'A dry run, which wrote nothing:',
  },
  imported_section: {
    'zh-TW':
      '{section}：共 {found} 筆，新增 {brought}、先前已匯入 {known}、沒有匯入 {left}、有變更 {changed}',
    en: '{section}: {found} found, {brought} new, {known} brought before, {left} left behind, {changed} changed',
  },
  imported_role: {
    'zh-TW': '角色「{name}」可以：{menus}；本系統沒有：{missing}',
    en: 'role “{name}” may: {menus}; does not exist here: {missing}',
  },
  rehearsed_from: {
    'zh-TW': '備份由 {product} 版於 {created} 產生',
    en: 'made by version {product} at {created}',
  },
  rehearsed_database: {
    'zh-TW': '資料庫（{engine}）完整：{tables} 個資料表、{total} 筆；{told}',
    en: 'the database ({engine}) is whole: {tables} tables, {total} rows; {told}',
  },
  rehearsed_broken: {
    'zh-TW': '資料庫（{engine}）已損毀，無法還原',
    en: 'the database ({engine}) is damaged and cannot be restored',
  },
  rehearsed_files: {
    'zh-TW': '檔案 {files}／{wanted} 個相符（{size}）',
    en: '{files} of {wanted} files are what was written ({size})',
  },
  rehearsed_absent: { 'zh-TW': '缺少 {count} 個檔案：', en: '{count} files are missing:' },
  rehearsed_changed: { 'zh-TW': '{count} 個檔案的內容不符：', en: '{count} files are not what was written:' },
  rehearsed_key_fits: { 'zh-TW': '主金鑰相符', en: 'the master key fits' },
  rehearsed_key_wrong: {
    'zh-TW': '主金鑰不符：用這把金鑰無法開啟備份中的機密',
    en: 'the master key does not fit: it opens no secret of this backup',
  },
  rehearsed_no_key: {
    'zh-TW': '沒有主金鑰可以核對，請以 --key-file 指定',
    en: 'there is no master key to compare; name one with --key-file',
  },
} as const satisfies Record<string, Sentence>;
