import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'gpu.not_found': {
    'zh-TW': '找不到這張 GPU，可能已從清單移除。',
    en: 'There is no such GPU; it may have been forgotten.',
  },
  'gpu.still_there': {
    'zh-TW': '「{name}」仍在主機上，只有已找不到的 GPU 可以移除。',
    en: '“{name}” is still in its host; only GPUs that are not found any more can be forgotten.',
  },
  'gpu.confirm_mismatch': {
    'zh-TW': '輸入的 PID 與要結束的程序不同，沒有送出任何訊號。',
    en: 'The PID that was typed is not that of the process. Nothing was sent.',
  },
  'gpu.process_changed': {
    'zh-TW': '這個程序已結束，或 PID 已由另一個程序使用，沒有送出任何訊號。請重新整理後再確認。',
    en: 'The process has ended, or its PID belongs to another one by now. Nothing was sent; look again.',
  },
  'gpu.signal_refused': {
    'zh-TW':
      '採集帳號不能結束這個程序。請讓該帳號可免密碼執行 sudo /usr/bin/kill，或改用程序擁有者的帳號採集。',
    en: 'The account that asks the host may not end this process. Let it run sudo /usr/bin/kill without a password, or ask the host as the owner of the process.',
  },
  'gpu.host_silent': {
    'zh-TW': '無法連到主機，程序沒有被結束：{reason}',
    en: 'The host cannot be reached, and the process was not ended: {reason}',
  },
  'gpu.nobody': {
    'zh-TW': '不知道這些 GPU 上的程序是誰的，沒有人可以提醒。',
    en: 'Nobody is known behind the processes on these GPUs, so there is nobody to remind.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  gpu: { 'zh-TW': 'GPU', en: 'GPU' },
  'gpu.updated': { 'zh-TW': '修改 GPU 備註', en: 'GPU changed' },
  'gpu.forgotten': { 'zh-TW': '移除找不到的 GPU', en: 'GPU forgotten' },
  'gpu.process-signalled': { 'zh-TW': '結束 GPU 上的程序', en: 'Process on a GPU signalled' },
  'gpu.reminded': { 'zh-TW': '提醒 GPU 使用者', en: 'People of a GPU reminded' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'gpu.updated': ['machine', 'host', 'change', 'info'],
  'gpu.forgotten': ['machine', 'host', 'deletion', 'info'],
  'gpu.process-signalled': ['machine', 'process', 'end', 'notice'],
  'gpu.reminded': ['machine', 'host', 'info', 'info'],
} satisfies Record<string, EventRow>;
