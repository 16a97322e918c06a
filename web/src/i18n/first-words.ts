import type { Language } from '@jadegate/contract/language';

import { catalogueOf, type Catalogue } from './catalogue.ts';

/**
 * What the login page says, in both languages: it comes with the first script, so that nobody waits for one more answer
 * before they can type. The other texts follow when the browser is idle, or before the first page that needs them.
 */
export const FIRST_WORDS: Record<Language, Pick<Catalogue, 'app' | 'auth' | 'common'>> = {
  'zh-TW': catalogueOf(
    import.meta.glob<object>('./zh-TW/{app,auth,common}.json', { eager: true, import: 'default' }),
  ),
  en: catalogueOf(
    import.meta.glob<object>('./en/{app,auth,common}.json', { eager: true, import: 'default' }),
  ),
};
