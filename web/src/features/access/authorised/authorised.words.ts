import type authorised from './authorised.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    authorised: typeof authorised;
  }
}
