import type { Language } from '@jadegate/contract/language';
import dayjs from 'dayjs';
import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type { Catalogue } from './zh-TW.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Catalogue;
  }
}

/** Until it is known which is wanted. */
export const DEFAULT_LANGUAGE: Language = 'zh-TW';

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
  resources: {},
  // React escapes; the sentences would show `&quot;` otherwise.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
});

/** Loads a language and switches texts, dates and the document to it. Ant Design follows in `app/locale.ts`. */
export async function setLanguage(language: Language): Promise<void> {
  const catalogue = await LOADERS[language]();
  for (const [namespace, texts] of Object.entries(catalogue)) {
    i18n.addResourceBundle(language, namespace, texts, true, true);
  }
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
