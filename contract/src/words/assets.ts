import type { Sentence } from '../language.ts';

/** What the server itself says about assets. */
export const ASSET_WORDS = {
  unchecked: { 'zh-TW': '尚未檢測', en: 'Not checked yet' },
  copyOf: { 'zh-TW': '{name}（複本）', en: '{name} (copy)' },
} as const satisfies Record<string, Sentence>;
