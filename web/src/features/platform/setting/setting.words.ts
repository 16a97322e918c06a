import type setting from './setting.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    setting: typeof setting;
  }
}
