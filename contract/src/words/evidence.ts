import type { Sentence } from '../language.ts';
import type { FindingCode, Verdict } from '../session/evidence-finding.ts';
import type { Signer } from '../session/evidence/bundle.ts';

/** What every verifier says: the product, the page that goes with an export, and the program beside it. */
export const VERDICT_WORDS: Record<Verdict, Sentence> = {
  whole: { 'zh-TW': '完整，未經變更', en: 'Whole: nothing was changed' },
  incomplete: {
    'zh-TW': '不完整：在結束前中斷，其餘未經變更',
    en: 'Incomplete: it breaks off, what is there was not changed',
  },
  altered: { 'zh-TW': '已遭變更', en: 'Altered' },
  unsigned: { 'zh-TW': '未簽章，無法驗證', en: 'Not signed: nothing can be said about it' },
};

export const SIGNER_WORDS: Record<Signer, Sentence> = {
  known: { 'zh-TW': '簽章者與提供的金鑰指紋相符', en: 'The signer is the one of the given fingerprint' },
  unknown: {
    'zh-TW': '簽章者未經確認：檔案內的金鑰不能證明自己，請向該單位另外取得金鑰指紋後比對',
    en: 'The signer is unknown: a key inside the file proves nothing by itself. Get the fingerprint from the organisation in another way and compare it',
  },
  other: {
    'zh-TW': '簽章者與提供的金鑰指紋不符：這不是該單位簽署的檔案',
    en: 'The signer is not the one of the given fingerprint: somebody else signed this file',
  },
};

export const FINDING_WORDS: Record<FindingCode, Sentence> = {
  no_end: { 'zh-TW': '沒有結束的簽章', en: 'the end is not signed' },
  tail_missing: { 'zh-TW': '結尾有已簽章的內容遺失', en: 'signed content is missing at the end' },
  line_unreadable: { 'zh-TW': '簽章紀錄無法讀取', en: 'a line of the chain cannot be read' },
  line_order: {
    'zh-TW': '簽章紀錄的順序不符，有紀錄被移除、插入或對調',
    en: 'a line of the chain is missing, added or out of order',
  },
  line_link: {
    'zh-TW': '簽章紀錄與前一筆不相連',
    en: 'a line of the chain does not follow the one before it',
  },
  line_signature: { 'zh-TW': '簽章不符', en: 'a signature does not fit' },
  line_after_end: { 'zh-TW': '結束之後還有簽章紀錄', en: 'a line of the chain stands after the end' },
  key_missing: { 'zh-TW': '缺少簽章所用的公開金鑰', en: 'the public key of the signature is missing' },
  other_session: { 'zh-TW': '這是另一個工作階段的錄影', en: 'it is the recording of another session' },
  bytes_changed: { 'zh-TW': '錄影內容與簽章不符', en: 'recorded bytes are not what was signed' },
  bytes_missing: { 'zh-TW': '錄影檔案中間有內容遺失', en: 'recorded bytes are missing' },
  bytes_added: { 'zh-TW': '錄影檔案多出未簽章的內容', en: 'bytes were added to the recording' },
  file_missing: { 'zh-TW': '缺少已簽章的檔案', en: 'a signed file is missing' },
  file_added: { 'zh-TW': '多出未簽章的檔案', en: 'a file was added' },
  manifest_missing: { 'zh-TW': '清單遺失或無法讀取', en: 'the list of files is missing or cannot be read' },
  manifest_signature: { 'zh-TW': '清單的簽章不符', en: 'the signature of the list of files does not fit' },
  manifest_file: { 'zh-TW': '檔案與清單不符', en: 'a file is not what the list says' },
};

/** Around them. */
export const EVIDENCE_WORDS = {
  place_file: { 'zh-TW': '檔案 {file}', en: 'file {file}' },
  place_bytes: { 'zh-TW': '位元組 {from}–{to}', en: 'bytes {from}–{to}' },
  place_line: { 'zh-TW': '第 {line} 筆簽章', en: 'line {line} of the chain' },
  place_at: { 'zh-TW': '到 {at} 為止都未經變更', en: 'up to {at} all is as it was' },
  clock_moved: {
    'zh-TW': '備註：{at} 時，機器的時鐘與工作階段的計時相差 {seconds} 秒',
    en: 'Note: at {at} the clock of the machine was off by {seconds} s',
  },
  unsigned_bytes: {
    'zh-TW': '備註：{file} 結尾有 {bytes} 位元組在中斷前還來不及簽章',
    en: 'Note: the last {bytes} bytes of {file} were not signed yet when it broke off',
  },
  who: {
    'zh-TW': '{user} 以 {account} 連線至 {asset}（{address}）',
    en: '{user} as {account} at {asset} ({address})',
  },
  when_begun: { 'zh-TW': '開始 {at}', en: 'begun {at}' },
  when: { 'zh-TW': '開始 {at}，來自 {client}', en: 'begun {at}, from {client}' },
  key: { 'zh-TW': '金鑰指紋 {key}', en: 'fingerprint of the key {key}' },
  verdict: { 'zh-TW': '結果：{verdict}', en: 'Result: {verdict}' },
  first_bad: { 'zh-TW': '第一個問題：{finding}', en: 'First bad place: {finding}' },
  unreadable: {
    'zh-TW': '無法當作證據檔讀取：{reason}',
    en: 'This cannot be read as an evidence file: {reason}',
  },
} satisfies Record<string, Sentence>;

/** Of the page that plays what was exported. */
export const PLAYER_WORDS = {
  title: { 'zh-TW': '證據播放器', en: 'Evidence player' },
  intro: {
    'zh-TW': '驗證並播放證據檔（.jgz）。檔案只在這台電腦上讀取，不會傳送到任何地方。',
    en: 'Verifies and plays an evidence file (.jgz). It is read on this computer alone and sent nowhere.',
  },
  drop: {
    'zh-TW': '把 .jgz 檔案拖曳到這裡，或按一下選擇檔案',
    en: 'Drop the .jgz file here, or click to choose it',
  },
  another: { 'zh-TW': '選擇其他檔案', en: 'Choose another file' },
  working: { 'zh-TW': '驗證中…', en: 'Verifying…' },
  fingerprint: {
    'zh-TW': '金鑰指紋（向該單位另外取得）',
    en: 'Fingerprint of the key (from the organisation, in another way)',
  },
  compare: { 'zh-TW': '比對', en: 'Compare' },
  bad_fingerprint: {
    'zh-TW': '金鑰指紋是 64 個十六進位字元',
    en: 'A fingerprint has 64 hexadecimal characters',
  },
  play: { 'zh-TW': '播放', en: 'Play' },
  pause: { 'zh-TW': '暫停', en: 'Pause' },
  position: { 'zh-TW': '播放位置', en: 'Position' },
  speed: { 'zh-TW': '播放速度', en: 'Speed' },
  skip_idle: { 'zh-TW': '略過閒置', en: 'Skip idle time' },
  commands: { 'zh-TW': '指令（{count}）', en: 'Commands ({count})' },
  file_log: { 'zh-TW': '檔案操作（{count}）', en: 'Files ({count})' },
  audit: { 'zh-TW': '稽核紀錄（{count}）', en: 'Audit log ({count})' },
  no_recording: { 'zh-TW': '這個檔案沒有錄影可以播放', en: 'There is no recording to play' },
  play_altered: {
    'zh-TW': '以下內容已遭變更，只能參考',
    en: 'What follows was altered and proves nothing',
  },
  failed: { 'zh-TW': '無法播放：{reason}', en: 'It cannot be played: {reason}' },
} satisfies Record<string, Sentence>;

/** What stands beside it in the file, line by line. */
export const EVIDENCE_README: readonly Sentence[] = [
  {
    'zh-TW': '這是從堡壘機匯出的工作階段證據，一般的 ZIP 工具即可開啟。',
    en: 'This is the evidence of a session, exported by a bastion host. Any ZIP program opens it.',
  },
  {
    'zh-TW': '匯出單位：{installation}；匯出時間：{exportedAt}',
    en: 'Exported by: {installation}; {exportedAt}',
  },
  {
    'zh-TW': '簽章金鑰指紋（SHA-256）：{fingerprint}',
    en: 'Fingerprint of the signing key (SHA-256): {fingerprint}',
  },
  {
    'zh-TW': '檔案內的指紋不能證明自己：請以電話、公文等其他方式，向匯出單位取得指紋後比對。',
    en: 'A fingerprint inside the file proves nothing by itself: get it from the exporting organisation in another way, and compare.',
  },
  {
    'zh-TW':
      '驗證並播放（不需要網路）：解壓縮 {player}，以瀏覽器開啟（Chrome 或 Edge 137、Firefox 129、Safari 17 以上），把這個 .jgz 檔案拖曳到網頁上，再輸入指紋後按「比對」。',
    en: 'To verify and play it without a network: unpack {player}, open it in a browser (Chrome or Edge 137, Firefox 129, Safari 17 or later), drop this .jgz file onto it, enter the fingerprint and press “Compare”.',
  },
  {
    'zh-TW': '或以 Node.js 20 以上驗證：node {verifier} 檔案.jgz --key-fingerprint 指紋',
    en: 'Or with Node.js 20 or later: node {verifier} file.jgz --key-fingerprint <fingerprint>',
  },
  {
    'zh-TW':
      '結束代碼：0 完整且簽章者相符、1 已遭變更、2 不完整、3 完整但簽章者未經確認、4 未簽章、5 由他人簽署、6 不是證據檔。',
    en: 'Exit codes: 0 whole, signer known; 1 altered; 2 incomplete; 3 whole, signer unknown; 4 not signed; 5 signed by somebody else; 6 no evidence file.',
  },
];

/** A line of it, where part of the audit log lies in archives that the exporting server could not read. */
export const AUDIT_UNREAD: Sentence = {
  'zh-TW': '注意：另有 {count} 筆較舊的稽核紀錄封存在其他伺服器，其中與本工作階段有關的沒有包含在內。',
  en: 'Note: {count} older entries of the audit log lie in archives of other servers; those about this session are not in here.',
};
