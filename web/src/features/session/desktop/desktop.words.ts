import type desktop from './desktop.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    desktop: typeof desktop;
  }
}
