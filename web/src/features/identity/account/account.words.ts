import type account from './account.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    account: typeof account;
  }
}
