import type { Language } from '@jadegate/contract/language';
import dayjs from 'dayjs';
import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Catalogue } from './catalogue.ts';
import { FIRST_WORDS } from './first-words.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Catalogue;
  }
}

/** Until it is known which is wanted. */
const DEFAULT_LANGUAGE: Language = 'zh-TW';

const DOCUMENT_LANGUAGE: Record<Language, string> = { 'zh-TW': 'zh-Hant-TW', en: 'en' };

/** One chunk per language, so that the first load carries the chosen one only. dayjs has English built in. */
const LOADERS: Record<Language, () => Promise<Catalogue>> = {
  'zh-TW': async () => {
    const [{ catalogue }] = await Promise.all([import('./zh-TW.ts'), import('dayjs/locale/zh-tw.js')]);
    return catalogue;
  },
  en: async () => (await import('./en.ts')).catalogue,
};

const DAYJS_LOCALE: Record<Language, string> = { 'zh-TW': 'zh-tw', en: 'en' };

export const i18n: I18n = createInstance();
void i18n.use(initReactI18next).init({
  lng: DEFAULT_LANGUAGE,
  fallbackLng: false,
  defaultNS: 'common',
  resources: FIRST_WORDS,
  // React escapes; the sentences would show `&quot;` otherwise.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
});

const loaded = new Set<Language>();

/** Loads all texts of a language, once. */
async function loadWords(language: Language): Promise<void> {
  if (loaded.has(language)) {
    return;
  }
  const catalogue = await LOADERS[language]();
  for (const [namespace, texts] of Object.entries(catalogue)) {
    i18n.addResourceBundle(language, namespace, texts, true, true);
  }
  loaded.add(language);
}

/** Every page but the login page waits for this: the texts that are there from the start are not enough for it. */
export async function loadAllWords(): Promise<void> {
  const language = currentLanguage();
  await loadWords(language);
  // Somebody may have chosen another one meanwhile.
  await (currentLanguage() === language ? setLanguage(language) : loadAllWords());
}

/** Begins in a language with the texts that are there from the start. */
export function beginIn(language: Language): void {
  document.documentElement.lang = DOCUMENT_LANGUAGE[language];
  void i18n.changeLanguage(language);
}

/** Loads a language and switches texts, dates and the document to it. Ant Design follows in `app/AntdLayer.tsx`. */
export async function setLanguage(language: Language): Promise<void> {
  await loadWords(language);
  dayjs.locale(DAYJS_LOCALE[language]);
  document.documentElement.lang = DOCUMENT_LANGUAGE[language];
  await i18n.changeLanguage(language);
}

/** That of the installation, which the server writes into the page: it holds until the person chooses. */
export function pageLanguage(): Language {
  return document.documentElement.lang === DOCUMENT_LANGUAGE.en ? 'en' : 'zh-TW';
}

export function currentLanguage(): Language {
  return i18n.language === 'en' ? 'en' : 'zh-TW';
}
