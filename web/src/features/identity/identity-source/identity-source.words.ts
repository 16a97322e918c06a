import type identitySource from './identity-source.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'identity-source': typeof identitySource;
  }
}
