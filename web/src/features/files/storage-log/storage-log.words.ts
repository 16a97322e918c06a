import type storageLog from './storage-log.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'storage-log': typeof storageLog;
  }
}
