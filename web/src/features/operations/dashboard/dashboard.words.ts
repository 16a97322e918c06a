import type dashboard from './dashboard.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    dashboard: typeof dashboard;
  }
}
