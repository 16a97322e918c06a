import { translate, type Language, type Sentence } from '../language.ts';
import type { JobResultState } from '../operations/job-run.ts';
import type { JobRunState } from '../operations/job.ts';

export const JOB_RUN_WORDS: Record<JobRunState, Sentence> = {
  queued: { 'zh-TW': '等候中', en: 'Queued' },
  running: { 'zh-TW': '執行中', en: 'Running' },
  succeeded: { 'zh-TW': '成功', en: 'Succeeded' },
  failed: { 'zh-TW': '失敗', en: 'Failed' },
  'timed-out': { 'zh-TW': '逾時', en: 'Timed out' },
  stopped: { 'zh-TW': '已中止', en: 'Stopped' },
  interrupted: { 'zh-TW': '執行中斷', en: 'Interrupted' },
  skipped: { 'zh-TW': '略過', en: 'Skipped' },
};

export const JOB_RESULT_WORDS: Record<JobResultState, Sentence> = {
  waiting: { 'zh-TW': '等候中', en: 'Waiting' },
  running: { 'zh-TW': '執行中', en: 'Running' },
  succeeded: { 'zh-TW': '成功', en: 'Succeeded' },
  failed: { 'zh-TW': '失敗', en: 'Failed' },
  refused: { 'zh-TW': '拒絕', en: 'Refused' },
  'timed-out': { 'zh-TW': '逾時', en: 'Timed out' },
  stopped: { 'zh-TW': '已中止', en: 'Stopped' },
  interrupted: { 'zh-TW': '執行中斷', en: 'Interrupted' },
};

/** What stands in the log of a job. */
export const JOB_LOG_WORDS = {
  checked: {
    'zh-TW': '檢查 {total} 個資產：{up} 個可連線，{down} 個無法連線',
    en: 'Checked {total} assets: {up} reachable, {down} not',
  },
  assetLine: { 'zh-TW': '{name}：{state}（{time}）{reason}', en: '{name}: {state} ({time}) {reason}' },
  exitCode: { 'zh-TW': '結束代碼 {code}', en: 'exit code {code}' },
  more: { 'zh-TW': '另有 {count} 個資產未列出', en: '{count} more assets are not listed' },
  noAssets: { 'zh-TW': '沒有符合條件的資產', en: 'No asset matches' },
  collected: {
    'zh-TW': '採集 {total} 台實體主機：{up} 台成功，{down} 台失敗',
    en: 'Collected {total} nodes: {up} answered, {down} did not',
  },
  noNodes: { 'zh-TW': '沒有符合條件的實體主機', en: 'No node matches' },
  swept: { 'zh-TW': '已清除逾期紀錄：{list}', en: 'Old records removed: {list}' },
  sweptHeld: {
    'zh-TW': '{count} 個工作階段在法律保留中，沒有刪除',
    en: '{count} sessions are on legal hold and were not deleted',
  },
  sweptNothing: { 'zh-TW': '沒有逾期的紀錄', en: 'There were no old records' },
  backedUp: {
    'zh-TW': '已備份至 {place}：{file}（{size}），保留 {kept} 份，刪除 {removed} 份舊備份',
    en: 'Backed up to {place}: {file} ({size}); {kept} kept, {removed} old ones removed',
  },
  backedUpWhole: {
    'zh-TW':
      '整套備份完成：{target}，{files} 個檔案（{size}），{missing} 筆連線的錄影不在這台伺服器，{unread} 個檔案無法讀取，刪除 {removed} 份舊備份',
    en: 'Whole backup: {target}, {files} files ({size}); the recordings of {missing} sessions are not on this server; {unread} files could not be read; {removed} old ones removed',
  },
  backupFolder: { 'zh-TW': '伺服器的備份資料夾', en: 'the backup folder of the server' },
  skipped: {
    'zh-TW': '上一次執行還沒有結束，這次略過',
    en: 'Skipped: the run before was still going on',
  },
  missed: {
    'zh-TW': '預定時間沒有伺服器在執行，這次略過',
    en: 'Skipped: no server was running when it was due',
  },
  interrupted: {
    'zh-TW': '執行這個工作的伺服器程序已停止，工作沒有完成',
    en: 'The server process that ran this job ended before the job did',
  },
  timedOut: { 'zh-TW': '超過時間上限 {seconds} 秒', en: 'It took longer than {seconds} seconds' },
  stopped: { 'zh-TW': '由管理員中止', en: 'Stopped by an administrator' },
  serverStopping: { 'zh-TW': '伺服器停止，工作沒有完成', en: 'The server stopped before the job was done' },
  failed: { 'zh-TW': '執行失敗：{reason}', en: 'Failed: {reason}' },
  attempts: { 'zh-TW': '共嘗試 {count} 次', en: 'Tried {count} times' },
  ownerGone: {
    'zh-TW': '擁有者已停用、刪除，或不再有權管理排程工作',
    en: 'The owner is disabled, deleted or no longer in charge of jobs',
  },
  rule_loginLogs: { 'zh-TW': '登入紀錄 {count} 筆', en: '{count} login logs' },
  rule_vmTasks: { 'zh-TW': '虛擬機動作 {count} 筆', en: '{count} tasks of virtual machines' },
  rule_nodeActions: { 'zh-TW': '實體主機電源操作 {count} 筆', en: '{count} restarts and shutdowns' },
  rule_storageLogs: { 'zh-TW': '檔案紀錄 {count} 筆', en: '{count} file logs' },
  rule_sessions: { 'zh-TW': '工作階段 {count} 筆', en: '{count} sessions' },
  rule_commandRuns: { 'zh-TW': '批次執行 {count} 筆', en: '{count} batch runs' },
  rule_auditLogs: { 'zh-TW': '封存稽核紀錄 {count} 筆', en: '{count} audit entries archived' },
  rule_jobLogs: { 'zh-TW': '排程工作執行紀錄 {count} 筆', en: '{count} runs of jobs' },
} as const satisfies Record<string, Sentence>;

/** The jobs of a new installation. */
export const DEFAULT_JOB_NAMES = {
  check: { 'zh-TW': '檢查資產狀態', en: 'Check assets' },
  retention: { 'zh-TW': '清除逾期紀錄', en: 'Remove old records' },
} as const satisfies Record<string, Sentence>;

/** A job of a new installation is called in the reader's language; a name that somebody gave stays as it is. */
export function jobNameIn(name: string, language: Language): string {
  const words = Object.values(DEFAULT_JOB_NAMES).find((one) => Object.values<string>(one).includes(name));
  return words ? translate(words, language) : name;
}
