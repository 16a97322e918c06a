import type { Language } from '@jadegate/contract/language';

import {
  MANUAL_CHAPTERS,
  MANUAL_READERS,
  type ManualChapterId,
} from '../../../components/manual-chapters.ts';
import { parseChapter, type Chapter } from './markdown.ts';

export type Manual = readonly (Chapter & { id: ManualChapterId })[];

export const manualPath = (chapter: ManualChapterId): string => `/manual/${chapter}`;

/** One part per language, so that nobody loads the other one. */
const SOURCES: Record<Language, () => Promise<Record<string, string>>> = {
  'zh-TW': async () => (await import('./source-zh-tw.ts')).source,
  en: async () => (await import('./source-en.ts')).source,
};

export async function loadManual(language: Language): Promise<Manual> {
  const files = Object.entries(await SOURCES[language]());
  return MANUAL_READERS.flatMap((reader) => MANUAL_CHAPTERS[reader]).map((id) => {
    const source = files.find(([path]) => path.endsWith(`/${id}.md`))?.[1] ?? '';
    return { id, ...parseChapter(source) };
  });
}
