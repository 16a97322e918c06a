import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'command_run.not_found': {
    'zh-TW': '找不到這次執行，可能已逾保留期限',
    en: 'There is no such run. It may have been removed with age.',
  },
  'command_run.too_many': {
    'zh-TW': '同時進行的批次執行已達上限（{limit} 個），請等其他執行結束或先停止',
    en: 'There may be no more than {limit} runs at a time. Wait for another to end, or stop it.',
  },
  'command_run.refused_too_often': {
    'zh-TW': '您的批次執行多次遭到拒絕，請在 {seconds} 秒後再試',
    en: 'Your runs were refused too often. Try again in {seconds} seconds.',
  },
  'command_run.over': { 'zh-TW': '這次執行已經結束', en: 'This run is over.' },
  'command_run.elsewhere': {
    'zh-TW': '負責這次執行的伺服器沒有回應，請稍後再試',
    en: 'The server that carries out this run does not answer. Try again later.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'command-run': { 'zh-TW': '批次執行', en: 'Run on hosts' },
  'command-run.started': { 'zh-TW': '在多台主機執行', en: 'Run on hosts started' },
  'command-run.stopped': { 'zh-TW': '停止多台主機的執行', en: 'Run on hosts stopped' },
  'command-run.read': { 'zh-TW': '查看他人的批次執行', en: 'Run of somebody else read' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'command-run.started': ['command', 'process', 'start', 'notice'],
  'command-run.stopped': ['command', 'process', 'end', 'notice'],
  'command-run.read': ['evidence', 'process', 'access', 'notice'],
} satisfies Record<string, EventRow>;

/** Why nothing runs on a host, said before anything does. */
export const RUN_REFUSAL_WORDS = {
  not_allowed: {
    'zh-TW': '沒有使用這個資產的權限，或資產已不存在',
    en: 'There is no right to use this asset, or it is gone',
  },
  not_ssh: { 'zh-TW': '只有 SSH 資產可以執行', en: 'Only SSH assets can run this' },
  denied: {
    'zh-TW': '指令過濾禁止執行「{line}」',
    en: 'The command filter denies “{line}”',
  },
  not_listed: {
    'zh-TW': '授權政策只允許執行列出的指令，且參數只能是不含空白與符號的值',
    en: 'The strategy only allows the commands it lists, with plain values for their parameters',
  },
  unconfirmed: {
    'zh-TW': '指令過濾要求先確認「{line}」',
    en: 'The command filter asks to confirm “{line}” first',
  },
  no_files: {
    'zh-TW': '授權政策只允許執行列出的指令，不能傳送檔案',
    en: 'The strategy only allows the commands it lists, and no files',
  },
  no_upload: {
    'zh-TW': '授權政策不允許上傳檔案到這個資產',
    en: 'The strategy does not allow uploads to this asset',
  },
  skipped: {
    'zh-TW': '已有同名檔案，依設定略過',
    en: 'A file of this name is there already, and stays',
  },
  interrupted: {
    'zh-TW': '伺服器中止，結果不明',
    en: 'The server stopped, and the outcome is not known',
  },
  stopped: { 'zh-TW': '尚未開始就已停止', en: 'Stopped before it began' },
  signalled: { 'zh-TW': '被訊號 {signal} 終止', en: 'Ended by signal {signal}' },
  failed: { 'zh-TW': '執行失敗，請查看伺服器紀錄', en: 'It failed. See the log of the server' },
} as const satisfies Record<string, Sentence>;
export type RunRefusal = keyof typeof RUN_REFUSAL_WORDS;
