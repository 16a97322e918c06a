import { catalogueOf } from './catalogue.ts';

/** All words of the source language. */
export const catalogue = catalogueOf(
  import.meta.glob<object>(['./zh-TW/*.json', '../features/*/*/*.zh-TW.json'], {
    eager: true,
    import: 'default',
  }),
);
