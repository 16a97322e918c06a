import type backup from './backup.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    backup: typeof backup;
  }
}
