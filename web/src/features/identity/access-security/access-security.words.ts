import type accessSecurity from './access-security.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'access-security': typeof accessSecurity;
  }
}
