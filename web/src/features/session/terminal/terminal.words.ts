import type terminal from './terminal.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    terminal: typeof terminal;
  }
}
