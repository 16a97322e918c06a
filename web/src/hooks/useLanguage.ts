import type { Language } from '@jadegate/contract/language';
import { useTranslation } from 'react-i18next';

/** The language the console is shown in. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'zh-TW';
}
