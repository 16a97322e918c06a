import type strategy from './strategy.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    strategy: typeof strategy;
  }
}
