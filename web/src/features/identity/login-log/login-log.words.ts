import type loginLog from './login-log.zh-TW.json';

declare module '../../../i18n/catalogue.ts' {
  interface Catalogue {
    'login-log': typeof loginLog;
  }
}
