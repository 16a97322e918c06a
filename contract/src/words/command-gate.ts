import type { Sentence } from '../language.ts';

/** What the terminal says when a command filter steps in. Shown in the terminal itself, between the lines of the target. */
export const COMMAND_GATE_WORDS = {
  denied: {
    'zh-TW': '■ 已禁止：指令過濾規則不允許「{command}」，沒有送出。',
    en: '■ Blocked: a command filter does not allow “{command}”. It was not sent.',
  },
  unjudged: {
    'zh-TW':
      '■ 已禁止：指令過濾規則來不及判斷這一行「{command}」，沒有送出。請改用較短的指令，或請管理者簡化規則。',
    en: '■ Blocked: the command filter could not judge “{command}” in time. It was not sent. Use a shorter command, or ask an administrator to simplify the rules.',
  },
  ask: {
    'zh-TW': '■ 請確認：「{command}」是需要留意的指令，執行後會留下紀錄。要執行嗎？[y/N]',
    en: '■ Please confirm: “{command}” needs care, and running it is recorded. Run it? [y/N]',
  },
  cancelled: { 'zh-TW': '已取消，沒有送出。', en: 'Cancelled. It was not sent.' },
  rest_dropped: {
    'zh-TW': '一併貼上的後續內容也已捨棄。',
    en: 'What was pasted behind it was dropped as well.',
  },
  too_much: {
    'zh-TW': '貼上的內容太長，無法逐行檢查，已捨棄。',
    en: 'The pasted text is too long to be checked line by line and was dropped.',
  },
  /** In place of what the target did not show, as after a question for a password. */
  hidden: { 'zh-TW': '（未顯示的輸入）', en: '(input that was not shown)' },
} as const satisfies Record<string, Sentence>;
