import { catalogueOf } from './catalogue.ts';

/** All words of English. That it has what zh-TW has, word by word, a test sees to. */
export const catalogue = catalogueOf(
  import.meta.glob<object>(['./en/*.json', '../features/*/*/*.en.json'], { eager: true, import: 'default' }),
);
