import type storage from './storage.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    storage: typeof storage;
  }
}
