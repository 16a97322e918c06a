import type user from './user.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    user: typeof user;
  }
}
