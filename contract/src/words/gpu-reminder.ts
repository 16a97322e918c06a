import type { Sentence } from '../language.ts';

/** What people are told whose processes hold a GPU. */
export const GPU_REMINDER_WORDS = {
  subject: { 'zh-TW': '您的程序正占用 GPU', en: 'Your processes hold a GPU' },
  text: {
    'zh-TW': '{from} 提醒您：您在下列 GPU 上仍有程序。若已不需要，請結束它們，讓其他人使用。',
    en: '{from} reminds you: you have processes on these GPUs. If they are no longer needed, end them so that others can work.',
  },
  /** In a terminal: one line. */
  line: {
    'zh-TW': '您在 {names} 上仍有程序，若已不需要請結束。{text}',
    en: 'You have processes on {names}; end them if they are no longer needed. {text}',
  },
} as const satisfies Record<string, Sentence>;
