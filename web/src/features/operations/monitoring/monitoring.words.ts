import type monitoring from './monitoring.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    monitoring: typeof monitoring;
  }
}
