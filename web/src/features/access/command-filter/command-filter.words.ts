import type commandFilter from './command-filter.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'command-filter': typeof commandFilter;
  }
}
