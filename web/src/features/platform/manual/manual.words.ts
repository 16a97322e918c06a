import type manual from './manual.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    manual: typeof manual;
  }
}
