import type { Sentence } from '../language.ts';

export const STORAGE_WORDS = {
  /** What the space of a new person is called. */
  defaultName: { 'zh-TW': '{name} 的預設空間', en: 'Files of {name}' },
} as const satisfies Record<string, Sentence>;
