import type sessionSearch from './session-search.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'session-search': typeof sessionSearch;
  }
}
