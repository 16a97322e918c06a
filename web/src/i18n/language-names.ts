import type { Language } from '@jadegate/contract/language';

/** Each language in its own words, so that a reader finds it whatever language is on. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'zh-TW': '繁體中文', en: 'English' };
